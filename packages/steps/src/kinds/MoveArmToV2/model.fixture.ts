import { messages } from '@cellwright/domain/messages';
import type { ModelKind } from '../../testing/model-kind.fixture.ts';

const leadsSomewhere = new Set(['Waypoint', 'Arc']);

export const moveArmToV2Model: ModelKind = {
  good: {},
  bad: { motionSpeed: 101 },
  message: 'The speed can be at most 100 %',
  without: [],
  children: 'required',
  allowedKinds: ['Waypoint', 'SetIO', 'SetEnvironmentVariable', 'Arc'],
  problemsOfPlace: ({ children }) =>
    children.length === 0 || children.some(({ kind, isDisabled }) => !isDisabled && leadsSomewhere.has(kind))
      ? []
      : [messages.noWaypointsFound],
};
