import { routineSchema } from '@cellwright/domain/routine';
import { describe, expect, it } from 'vitest';
import { findLoopAround, indexOfRound, readPlaceChoice } from './choose-place.ts';

const routine = routineSchema.parse({
  id: 'routine_1',
  name: 'Test',
  steps: [
    {
      id: 'outer',
      stepKind: 'Loop',
      steps: [
        {
          id: 'inner',
          stepKind: 'Loop',
          steps: [{ id: 'if', stepKind: 'If', steps: [{ id: 'move', stepKind: 'MoveArmTo' }] }],
        },
      ],
    },
    { id: 'after', stepKind: 'MoveArmTo' },
  ],
  stepConfigurations: {},
});

describe('The loop whose rounds count through a list', () => {
  it('surrounds the step most closely', () => {
    expect(findLoopAround(routine, 'move')).toBe('inner');
    expect(findLoopAround(routine, 'inner')).toBe('outer');
  });

  it('does not exist outside of loops', () => {
    expect(findLoopAround(routine, 'after')).toBeUndefined();
  });
});

describe('The choice of a position of a list', () => {
  it('has its number, or follows the rounds of the loop', () => {
    expect(readPlaceChoice(3, 'inner')).toEqual({ how: 'number', index: 3 });
    expect(readPlaceChoice(indexOfRound('inner'), 'inner')).toEqual({ how: 'round' });
  });

  it('counts as computed by any other expression', () => {
    expect(readPlaceChoice(indexOfRound('outer'), 'inner')).toEqual({ how: 'computed' });
    expect(readPlaceChoice({ kind: 'constant', value: 2 }, 'inner')).toEqual({ how: 'computed' });
    expect(readPlaceChoice(indexOfRound('outer'), undefined)).toEqual({ how: 'computed' });
  });
});
