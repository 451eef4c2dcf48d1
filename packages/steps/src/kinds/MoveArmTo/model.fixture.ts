import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const moveArmToModel: ModelKind = {
  good: { motionKind: 'line', target: { jointAngles: [0, 0, 0, 0, 0, 0] } },
  bad: { motionKind: 'line' },
  message: 'Joint angles or pose must be set',
  without: ['Choose how the arm moves: joint, line, rotation or line_inc'],
  children: 'optional',
  allowedKinds: ['Arc'],
};
