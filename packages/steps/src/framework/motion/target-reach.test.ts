import type { Routine } from '@cellwright/domain/routine';
import type { SpaceItem } from '@cellwright/domain/space';
import { describe, expect, it } from 'vitest';
import { validateRoutine } from '../../validate.ts';

const pose = (x: number) => ({ x, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 });
const far: SpaceItem = {
  id: 'space_far',
  kind: 'singlePosition',
  name: 'Far',
  positions: [{ pose: pose(3) }],
  global: false,
};

function problemsOf(args: Record<string, unknown>, reachMeters: number | undefined) {
  const routine: Routine = {
    id: 'routine_1',
    name: 'Pick',
    isTemplate: false,
    steps: [
      {
        id: 'step_1',
        stepKind: 'MoveArmToV2',
        isDisabled: false,
        steps: [{ id: 'step_2', stepKind: 'Waypoint', isDisabled: false }],
      },
    ],
    stepConfigurations: {
      step_1: { stepKind: 'MoveArmToV2', args: {} },
      step_2: { stepKind: 'Waypoint', args },
    },
    space: [far],
    environmentVariables: [],
  };
  return validateRoutine(routine, { globalVariables: [], spaceItems: [], equipment: undefined, reachMeters });
}

const single = (target: object) => ({ targetKind: 'singlePosition', target });

describe('The check of the reach of a target', () => {
  it('warns at the step about a target of its own and of a position', () => {
    const message = 'The target is 3.0 m from the base, out of reach of the arm (1.8 m). Choose a nearer target';
    const warning = { kind: 'configurationWarning', message, stepID: 'step_2' };
    expect(problemsOf(single({ pose: pose(3) }), 1.8)).toEqual([
      expect.objectContaining({ ...warning, fieldId: 'target' }),
    ]);
    expect(problemsOf({ targetKind: 'positionList', positionListID: 'space_far' }, 1.8)).toEqual([
      expect.objectContaining({ ...warning, fieldId: 'positionListID' }),
    ]);
  });

  it('does not warn within reach, for joint angles, or if the arm is unknown', () => {
    expect(problemsOf(single({ pose: pose(1.8) }), 1.8)).toEqual([]);
    expect(problemsOf(single({ pose: pose(3), jointAngles: [0, 0, 1, 0, 1, 0] }), 1.8)).toEqual([]);
    expect(problemsOf(single({ pose: pose(3) }), undefined)).toEqual([]);
  });
});
