import type { Position } from '@cellwright/domain/robot';
import { routineSchema } from '@cellwright/domain/routine';
import { describe, expect, it } from 'vitest';
import { argsOf, childrenOf } from '../../../parts/step-index.ts';
import { addWaypoints, takesWaypoints } from './add-waypoints.ts';

const taught = { jointAngles: [0, 0, 0, 0, 0, 0] };
const routine = routineSchema.parse({
  id: 'routine_1',
  name: 'Test',
  steps: [
    { id: 'new', stepKind: 'MoveArmToV2', steps: [{ id: 'empty', stepKind: 'Waypoint' }] },
    { id: 'old', stepKind: 'MoveArmToV2', steps: [{ id: 'kept', stepKind: 'Waypoint' }] },
    { id: 'loop', stepKind: 'Loop', steps: [{ id: 'wait', stepKind: 'Wait' }] },
  ],
  stepConfigurations: {
    new: { stepKind: 'MoveArmToV2', args: {} },
    old: { stepKind: 'MoveArmToV2', args: {} },
    empty: { stepKind: 'Waypoint', args: {} },
    kept: { stepKind: 'Waypoint', args: { target: taught } },
    loop: { stepKind: 'Loop', args: { times: 2 } },
    wait: { stepKind: 'Wait', args: { milliseconds: 10 } },
  },
});
const positions = [1, 2, 3].map((angle): Position => ({ jointAngles: [angle, 0, 0, 0, 0, 0] }));

function pathOf(moveID: string) {
  const next = addWaypoints(routine, moveID, positions);
  return childrenOf(next, moveID).map(({ id }) => {
    const { target, motionKind } = argsOf(next, id);
    return { target, motionKind };
  });
}

const path = [
  { target: positions[0], motionKind: 'joint' },
  { target: positions[1], motionKind: 'line' },
  { target: positions[2], motionKind: 'line' },
];

describe('addWaypoints', () => {
  it('adds a path of straight lines, and replaces a waypoint that was never taught', () => {
    expect(pathOf('new')).toEqual(path);
  });

  it('adds it after waypoints that are taught', () => {
    expect(pathOf('old')).toEqual([{ target: taught, motionKind: undefined }, ...path]);
  });
});

describe('takesWaypoints', () => {
  it('returns true for a move only', () => {
    expect(['new', 'kept', 'loop'].map((id) => takesWaypoints(routine, id))).toEqual([true, false, false]);
  });
});
