import { describe, expect, it } from 'vitest';
import { documentOperations } from './document-operations.ts';

const cell = {
  variables: [],
  spaceItems: [],
  codeBlocks: [],
  hasDeveloperAPI: true,
  equipment: [],
  safety: undefined,
  flagsOn: ['setIOInMoveArm'] as const,
};
const wait = (id: string) => ({ id, stepKind: 'Wait' });
const problemsOf = (routine: object, more: object = {}) => {
  const file = { format: 'cellwright.routine', formatVersion: 1, routine, ...more };
  const problems = documentOperations.validate({ text: JSON.stringify(file), isFile: true, cell });
  return problems.map(({ message, stepID, fieldId }) => [stepID, fieldId, message]);
};
const negative = { stepKind: 'Wait', args: { milliseconds: -1 } };
const negativeProblem = ['b', 'milliseconds', 'The time to wait must not be negative'];

describe('all problems of a file are told at once', () => {
  it('a duplicate id hides no other problem, and is told once', () => {
    const routine = {
      id: 'r',
      name: 'R',
      steps: [wait('a'), wait('a'), wait('b')],
      stepConfigurations: { a: { stepKind: 'Wait', args: { milliseconds: 1 } }, b: negative },
    };
    expect(problemsOf(routine)).toEqual([['a', 'id', 'Duplicate step ID'], negativeProblem]);
  });

  it('a wrong field of the routine hides no problem of its steps', () => {
    const routine = { id: 'r', name: '', steps: [wait('b')], stepConfigurations: { b: negative } };
    expect(problemsOf(routine)).toEqual([[undefined, 'name', 'A routine needs a name'], negativeProblem]);
  });

  it('a wrong envelope hides no problem of the routine', () => {
    const routine = { id: 'r', name: '', steps: [wait('b')], stepConfigurations: { b: negative } };
    const fields = problemsOf(routine, { globals: { variables: [{ id: 'v' }] } }).map(([, fieldId]) => fieldId);
    expect(fields).toEqual(expect.arrayContaining(['globals.variables.0.name', 'name']));
  });

  it('a wrong argument hides no rule about the others', () => {
    const move = { id: 'm', stepKind: 'MoveArmToV2', steps: [{ id: 's', stepKind: 'SetIO' }] };
    const outputs = [{ kind: 'Output', port: 1, level: 'high' }];
    const routine = {
      id: 'r',
      name: 'R',
      steps: [move],
      stepConfigurations: {
        m: { stepKind: 'MoveArmToV2', args: { motionSpeed: 101 } },
        s: { stepKind: 'SetIO', args: { outputs } },
      },
    };
    expect(problemsOf(routine)).toEqual([
      ['m', 'motionSpeed', 'The speed is at most 100 %'],
      ['m', 'steps', 'No waypoints found'],
    ]);
  });
});
