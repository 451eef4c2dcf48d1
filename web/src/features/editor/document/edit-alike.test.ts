import { routineSchema } from '@cellwright/domain/routine';
import { describe, expect, it } from 'vitest';
import { changeAlike, findAlike } from './edit-alike.ts';

const waypoint = (motionSpeed: number, blendRadius: number, offsetX: number) => ({
  stepKind: 'Waypoint',
  args: { motionSpeed, blendConfig: { blendRadius }, relativeConfig: { offsetX, offsetY: 2 } },
});
const routine = routineSchema.parse({
  id: 'routine_1',
  name: 'Test',
  steps: [
    { id: 'move', stepKind: 'MoveArmToV2', steps: ['a', 'b'].map((id) => ({ id, stepKind: 'Waypoint' })) },
    { id: 'wait', stepKind: 'Wait' },
  ],
  stepConfigurations: {
    move: { stepKind: 'MoveArmToV2', args: {} },
    a: waypoint(10, 0.1, 1),
    b: waypoint(20, 0.2, 5),
    wait: { stepKind: 'Wait', args: {} },
  },
});
const argsOfA = routine.stepConfigurations.a?.args ?? {};

describe('Steps of one kind', () => {
  it('count among the chosen steps when several are chosen', () => {
    expect(findAlike(routine, new Set(['b', 'a', 'wait']), 'Waypoint')).toEqual(['a', 'b']);
    expect(findAlike(routine, new Set(['a']), 'Waypoint')).toEqual([]);
  });

  it('apply a change, and of a group only the changed fields', () => {
    const changed = { motionSpeed: 50, relativeConfig: { offsetX: 1, offsetY: 3 } };
    const { stepConfigurations } = changeAlike(routine, ['a', 'b'], argsOfA, changed);
    expect(stepConfigurations.b?.args).toEqual({
      motionSpeed: 50,
      blendConfig: { blendRadius: 0.2 },
      relativeConfig: { offsetX: 5, offsetY: 3 },
    });
    expect(stepConfigurations.a?.args).toMatchObject({ relativeConfig: { offsetX: 1, offsetY: 3 } });
  });

  it('remove a removed field, and copy an expression completely', () => {
    const expression = { kind: 'calculation', operation: '+', operands: [] };
    const { stepConfigurations } = changeAlike(routine, ['b'], argsOfA, {
      motionSpeed: undefined,
      relativeConfig: { offsetX: expression, offsetY: 2 },
    });
    expect(stepConfigurations.b?.args).not.toHaveProperty('motionSpeed');
    expect(stepConfigurations.b?.args).toMatchObject({ relativeConfig: { offsetX: expression, offsetY: 2 } });
  });
});
