import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const moveVerticalLiftModel: ModelKind = {
  good: { target: 0.4 },
  variants: [{ target: 0, speed: 0.3 }],
  bad: { target: 0.4, equipmentID: 'gone' },
  message: 'Could not find equipment with id gone',
  without: ['Set the target height of the lift'],
  children: 'forbidden',
};
