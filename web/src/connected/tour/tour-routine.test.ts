import { routineSchema } from '@cellwright/domain/routine';
import { describe, expect, it } from 'vitest';
import { readTourRoutine } from './tour-routine.ts';

const steps = [
  {
    id: 'step_loop',
    stepKind: 'Loop',
    steps: [
      { id: 'step_move', stepKind: 'MoveArmToV2', steps: [{ id: 'step_there', stepKind: 'Waypoint' }] },
      { id: 'step_grip', stepKind: 'ActuateGripper' },
      { id: 'step_off', stepKind: 'ActuateGripper', isDisabled: true },
    ],
  },
];

function read(args: Record<string, object>, tree: readonly object[] = steps) {
  const kinds = { step_loop: 'Loop', step_move: 'MoveArmToV2', step_there: 'Waypoint', step_grip: 'ActuateGripper' };
  const routine = routineSchema.parse({
    id: 'routine_first',
    name: 'First',
    steps: tree,
    stepConfigurations: Object.fromEntries(
      Object.entries(kinds).map(([id, stepKind]) => [id, { stepKind, args: args[id] ?? {} }]),
    ),
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  });
  return readTourRoutine(routine);
}

describe('readTourRoutine', () => {
  it('finds the choices that are missing in new steps; disabled steps do not count', () => {
    expect(read({})).toEqual({
      id: 'routine_first',
      isEmpty: false,
      waypoints: [{ id: 'step_there', target: undefined }],
      grippers: [{ id: 'step_grip', hasDevice: false }],
      endlessLoopID: 'step_loop',
    });
  });

  it('finds the target of a waypoint, of every kind', () => {
    const targetOf = (args: object) => read({ step_there: args }).waypoints[0]?.target;
    expect(targetOf({ targetKind: 'positionList', positionListID: 'space_p1' })).toBe('["space_p1",0]');
    expect(targetOf({ targetKind: 'positionList' })).toBeUndefined();
    expect(targetOf({ targetKind: 'singlePosition', target: { jointAngles: [0, 0, 1, 0, 0, 0] } })).toContain('[0,0,1');
    expect(targetOf({ targetKind: 'singlePosition' })).toBeUndefined();
  });

  it('finds the gripper, and a loop that ends', () => {
    const filled = read({ step_grip: { equipmentID: 'equipment_1' }, step_loop: { times: 2 } });
    expect(filled).toMatchObject({ grippers: [{ hasDevice: true }], endlessLoopID: undefined });
  });

  it('finds an empty routine', () => {
    expect(read({}, [{ id: 'step_loop', stepKind: 'Loop' }])).toMatchObject({ isEmpty: true, waypoints: [] });
  });
});
