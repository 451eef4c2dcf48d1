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

describe('a file with several problems', () => {
  it('reports a duplicate id once, with all other problems', () => {
    const routine = {
      id: 'r',
      name: 'R',
      steps: [wait('a'), wait('a'), wait('b')],
      stepConfigurations: { a: { stepKind: 'Wait', args: { milliseconds: 1 } }, b: negative },
    };
    expect(problemsOf(routine)).toEqual([['a', 'id', 'Duplicate step ID'], negativeProblem]);
  });

  it('reports a wrong field of the routine with the problems of its steps', () => {
    const routine = { id: 'r', name: '', steps: [wait('b')], stepConfigurations: { b: negative } };
    expect(problemsOf(routine)).toEqual([[undefined, 'name', 'A routine needs a name'], negativeProblem]);
  });

  it('reports a wrong envelope with the problems of the routine', () => {
    const routine = { id: 'r', name: '', steps: [wait('b')], stepConfigurations: { b: negative } };
    const fields = problemsOf(routine, { globals: { variables: [{ id: 'v' }] } }).map(([, fieldId]) => fieldId);
    expect(fields).toEqual(expect.arrayContaining(['globals.variables.0.name', 'name']));
  });

  it('reports a wrong argument with the violated rules about the others', () => {
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
      ['m', 'motionSpeed', 'The speed can be at most 100 %'],
      ['m', 'steps', 'No waypoints found'],
    ]);
  });
});

describe('readFile', () => {
  const variable = (id: string, name: string) => ({ id, name, initialValue: 1, isGlobal: false });
  const routine = { id: 'r', name: 'R', steps: [wait('a')], stepConfigurations: {} };
  const read = (of: object, globals: object = {}) => {
    const file = { format: 'cellwright.routine', formatVersion: 1, routine: of, globals };
    return documentOperations.readFile({ text: JSON.stringify(file) });
  };
  const fields = (result: ReturnType<typeof read>) => (result.ok ? [] : result.problems.map(({ fieldId }) => fieldId));

  it('reports two variables of one name or one id', () => {
    const environmentVariables = [variable('v1', 'count'), variable('v2', 'count'), variable('v1', 'parts')];
    expect(problemsOf({ ...routine, environmentVariables }).map(([, fieldId]) => fieldId)).toEqual(
      expect.arrayContaining(['environmentVariables.1.name', 'environmentVariables.2.id']),
    );
    const variables = [variable('v1', 'count'), variable('v2', 'count')].map((each) => ({ ...each, isGlobal: true }));
    expect(fields(read(routine, { variables }))).toEqual(['globals.variables.1.name']);
  });

  it('refuses unknown fields of a routine, a step or an item of the cell', () => {
    expect(fields(read({ ...routine, steps: [{ ...wait('a'), disabled: true }] }))).toEqual([
      'routine.steps.0.disabled',
    ]);
    const codeBlocks = [{ id: 'c', name: 'Code', code: 'x' }];
    expect(fields(read(routine, { codeBlocks }))).toEqual(['globals.codeBlocks.0.code']);
  });

  it('refuses a number that is not finite', () => {
    const text = JSON.stringify({ format: 'cellwright.routine', formatVersion: 1, routine }).replace('"R"', '1e999');
    expect(fields(documentOperations.readFile({ text }))).toEqual(['routine.name']);
  });

  it('refuses a field that an object has twice', () => {
    const text = JSON.stringify({ format: 'cellwright.routine', formatVersion: 1, routine });
    const twice = text.replace('"name":"R"', '"name":"Q","name":"R"');
    expect(documentOperations.readFile({ text: twice })).toMatchObject({
      problems: [{ message: "The field 'name' is in one object twice. Remove one" }],
    });
  });

  it.each([
    ['WaitForConfirmation', { message: 'Ready?', delay: { delayMS: 1 } }, 'delay'],
    ['AddOffset', { translationz: 0.1 }, 'translationz'],
    ['MoveArmToV2', { speedLimitOption: 'CUSTOM', speedProfile: {} }, 'speedProfile'],
    [
      'MoveArmToV2',
      { speedLimitOption: 'CUSTOM', speedProfile: { maxTooltipSpeedMM: 1 } },
      'speedProfile.maxTooltipSpeedMM',
    ],
  ])('reports a misspelt argument of %s: %j', (stepKind, args, field) => {
    const of = { ...routine, steps: [{ id: 'a', stepKind }], stepConfigurations: { a: { stepKind, args } } };
    expect(problemsOf(of).map(([, fieldId]) => fieldId)).toContain(field);
  });
});
