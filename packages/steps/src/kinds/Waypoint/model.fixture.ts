import { messages } from '@cellwright/domain/messages';
import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const waypointModel: ModelKind = {
  good: { target: { jointAngles: [0, 0, 0, 0, 0, 0] } },
  bad: {},
  message: 'Joint angles or pose must be set',
  without: ['Joint angles or pose must be set'],
  children: 'forbidden',
  problemsOfPlace: ({ parents }) =>
    parents[0] === 'MoveArmToV2' || parents[0] === 'Weld' ? [] : [messages.waypointMisplaced],
};
