import { describe, expect, it } from 'vitest';
import { parseRoutineFile } from './routine-file.ts';
import { routineTestMessages } from './routine-test.ts';

const fileWith = (tests: unknown) => ({
  format: 'cellwright.routine',
  formatVersion: 1,
  routine: { id: 'routine_1', name: 'Lamp', steps: [{ id: 'step_1', stepKind: 'Wait' }], tests },
});

const whole = {
  name: 'the part is missing',
  given: {
    variables: { count: 3 },
    inputs: [
      { name: 'Input 1', level: 'high' },
      { name: 'Flange Input 2', level: 'low', atSeconds: 2 },
      { name: 'Input 3', level: 'high', afterStepID: 'step_1' },
    ],
    answers: ['yes'],
    deviceFaults: [{ equipment: 'gripper_1', fault: 'jammed', atSeconds: 1 }],
  },
  expect: {
    outcome: 'failed',
    failureKind: 'GripperFailure',
    message: 'in time',
    reached: ['step_1'],
    notReached: ['step_2'],
    order: ['step_1', 'step_1'],
    outputs: { 'Output 1': 'low', 'Relay 3': 'high' },
    variables: { count: 4 },
    cycleTime: { leastSeconds: 1, mostSeconds: 2 },
  },
  maxSeconds: 60,
  cycles: 2,
};

function problemsOf(...tests: unknown[]) {
  const parsed = parseRoutineFile(fileWith(tests));
  return parsed.ok ? [] : parsed.problems.map(({ fieldId, message }) => ({ fieldId, message }));
}

describe('Tests in a routine file', () => {
  it('do not change when read and written', () => {
    const parsed = parseRoutineFile(fileWith([whole]));
    expect(parsed).toMatchObject({ ok: true, value: { routine: { tests: [whole] } } });
    if (parsed.ok) expect(parseRoutineFile(JSON.parse(JSON.stringify(parsed.value)))).toEqual(parsed);
  });

  it('need only a name, and are optional', () => {
    expect(parseRoutineFile(fileWith([{ name: 'runs' }]))).toMatchObject({
      value: { routine: { tests: [{ name: 'runs', expect: { outcome: 'completed' }, maxSeconds: 600, cycles: 1 }] } },
    });
    const without = parseRoutineFile(fileWith(undefined));
    expect(without.ok && without.value.routine.tests).toBeUndefined();
  });

  it.each([
    [
      'given.inputs.0.name',
      { given: { inputs: [{ name: 'Input 17', level: 'high' }] } },
      routineTestMessages.inputUnknown,
    ],
    [
      'given.inputs.0.afterStepID',
      { given: { inputs: [{ name: 'Input 1', level: 'high', atSeconds: 1, afterStepID: 'step_1' }] } },
      routineTestMessages.oneMoment,
    ],
    ['expect.outcome', { expect: { failureKind: 'GripperFailure' } }, routineTestMessages.failureOfCompleted],
    ['expect.notReached', { expect: { reached: ['step_1'], notReached: ['step_1'] } }, routineTestMessages.bothReached],
    [
      'expect.cycleTime.leastSeconds',
      { expect: { cycleTime: { leastSeconds: 2, mostSeconds: 1 } } },
      routineTestMessages.boundsCrossed,
    ],
  ])('report the problem of %s with the name of the test', (field, test, message) => {
    expect(problemsOf({ name: 'good' }, { name: 'bad', ...test })).toEqual([
      { fieldId: `tests.1.${field}`, message: routineTestMessages.inTest('bad', message) },
    ]);
  });

  it('reject an unknown output, an unknown field and a duplicate name', () => {
    const [output] = problemsOf({ name: 'a', expect: { outputs: { 'Output 99': 'high' } } });
    expect(output?.message).toMatch(/^Test 'a': /);
    const [field] = problemsOf({ name: 'a', expect: { outptus: {} } });
    expect(field).toMatchObject({ fieldId: 'tests.0.expect', message: expect.stringContaining('outptus') });
    expect(problemsOf({ name: 'a' }, { name: 'a' })).toEqual([
      { fieldId: 'tests.1.name', message: routineTestMessages.inTest('a', routineTestMessages.sameName('a')) },
    ]);
  });
});
