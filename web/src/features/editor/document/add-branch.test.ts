import { routineSchema } from '@cellwright/domain/routine';
import { describe, expect, it } from 'vitest';
import { argsOf } from '../../../parts/step-index.ts';
import { addBranch, listNextBranches } from './add-branch.ts';

/** Returns a routine of If steps with these branches, and a Wait at the end. */
function routineOf(branches: readonly string[]) {
  const steps = branches.map((_, index) => ({ id: `if${index}`, stepKind: 'If', isDisabled: false, steps: [] }));
  return routineSchema.parse({
    id: 'routine_1',
    name: 'Test',
    steps: [...steps, { id: 'wait', stepKind: 'Wait', isDisabled: false }],
    stepConfigurations: {
      wait: { stepKind: 'Wait', args: { milliseconds: 10 } },
      ...Object.fromEntries(branches.map((branch, index) => [`if${index}`, { stepKind: 'If', args: { branch } }])),
    },
  });
}

/** Adds a branch to the first If step; returns the branches in their order. */
function add(branches: readonly string[], branch: 'elseIf' | 'else', stepID = 'if0') {
  const { routine, stepID: addedID } = addBranch(routineOf(branches), stepID, branch);
  return routine.steps.map(({ id }) => (id === addedID ? `new ${argsOf(routine, id).branch}` : id));
}

describe('Adding a branch', () => {
  it('puts an else at the end of the chain', () => {
    expect(add(['if', 'elseIf', 'if'], 'else')).toEqual(['if0', 'if1', 'new else', 'if2', 'wait']);
    expect(add(['if'], 'else')).toEqual(['if0', 'new else', 'wait']);
  });

  it('puts an else-if directly after the branch', () => {
    expect(add(['if', 'elseIf', 'else'], 'elseIf')).toEqual(['if0', 'new elseIf', 'if1', 'if2', 'wait']);
  });
});

describe('A new branch', () => {
  it.each([
    ['elseIf', true],
    ['else', false],
  ] as const)('%s has a condition: %s', (branch, hasCondition) => {
    const { routine, stepID } = addBranch(routineOf(['if']), 'if0', branch);
    expect('condition' in argsOf(routine, stepID)).toBe(hasCondition);
  });
});

describe('The branches that can be added', () => {
  it('include one else per chain', () => {
    expect(listNextBranches(routineOf(['if', 'elseIf']), 'if0')).toEqual(['elseIf', 'else']);
    expect(listNextBranches(routineOf(['if', 'else']), 'if0')).toEqual(['elseIf']);
    expect(listNextBranches(routineOf(['if', 'if', 'else']), 'if0')).toEqual(['elseIf', 'else']);
  });

  it('exist neither after an else nor for other steps', () => {
    expect(listNextBranches(routineOf(['if', 'else']), 'if1')).toEqual([]);
    expect(listNextBranches(routineOf(['if']), 'wait')).toEqual([]);
  });
});
