import { defaultArm } from '@cellwright/arm';
import { routineTestSchema, routineTestsReportSchema } from '@cellwright/domain/routine';
import { createScripts } from '@cellwright/routine-runner/simulation';
import { describe, expect, it } from 'vitest';
import { fileOf } from '../testing/planted-steps.fixture.ts';
import { compileFile, gripperRecord, readExample, usualFacts } from '../testing/proof.fixture.ts';
import { runTests } from './run-tests.ts';

async function run(file: unknown, ...tests: object[]) {
  const scripts = createScripts({ isPythonOn: async () => true });
  try {
    const report = await runTests(
      {
        arm: defaultArm,
        facts: usualFacts,
        program: compileFile(file),
        equipment: [gripperRecord],
        robotKind: 'simulated',
        scripts: scripts.forRobot('simulated'),
        codeRunner: undefined,
        startedAt: new Date('2026-01-01T00:00:00Z'),
        measure: () => performance.now(),
      },
      tests.map((test, index) => routineTestSchema.parse({ name: `test ${index + 1}`, ...test })),
    );
    expect(routineTestsReportSchema.parse(report)).toEqual(report);
    return report;
  } finally {
    await scripts.close();
  }
}

/** Waits for an input, and lights a lamp. */
const waiting = fileOf({
  steps: [
    { kind: 'Wait', args: { milliseconds: 1000 } },
    {
      kind: 'Wait',
      args: {
        condition: {
          kind: 'conditional',
          operator: '==',
          left: { kind: 'sensor', sensor: { kind: 'controlBoxIO', ioPort: { kind: 'Input', port: 1 } } },
          right: { kind: 'constant', value: 'high' },
        },
      },
    },
    { kind: 'SetIO', args: { outputs: [{ kind: 'Output', port: 4, level: 'high' }] } },
  ],
});

const tower = readExample('signal-tower.json');
const failedOf = ({ tests }: Awaited<ReturnType<typeof run>>) =>
  tests.flatMap(({ verdicts }) => verdicts.filter(({ passed }) => !passed));

describe('tests of a routine', () => {
  it('pass if path, outputs, variables and time are as expected', async () => {
    const report = await run(tower, {
      expect: {
        reached: ['step_st_done'],
        order: ['step_st_start', 'step_st_pulse', 'step_st_count', 'step_st_pulse', 'step_st_done'],
        outputs: { 'Output 1': 'low', 'Output 2': 'high' },
        variables: { variable_st_cycles: 2 },
        cycleTime: { leastSeconds: 0.4, mostSeconds: 0.7 },
      },
    });
    expect(failedOf(report)).toEqual([]);
    expect(report).toMatchObject({ passed: true, tests: [{ outcome: 'completed' }] });
  });

  it('fail with the actual result, for each expectation', async () => {
    const report = await run(tower, {
      expect: {
        reached: ['step_gone'],
        notReached: ['step_st_done'],
        order: ['step_st_done', 'step_st_start'],
        outputs: { 'Output 2': 'low' },
        variables: { variable_st_cycles: 4, nobody: 1 },
        cycleTime: { mostSeconds: 0.1 },
      },
    });
    expect(report.passed).toBe(false);
    expect(failedOf(report)).toMatchObject([
      { field: 'expect.reached.0', seen: "no step 'step_gone' in the routine" },
      { field: 'expect.notReached.0', stepID: 'step_st_done', seen: 'reached' },
      { field: 'expect.order', stepID: 'step_st_start' },
      { field: 'expect.outputs.Output 2', seen: 'high' },
      { field: 'expect.variables.variable_st_cycles', seen: '2' },
      { field: 'expect.variables.nobody', seen: 'no such variable' },
      { field: 'expect.cycleTime.mostSeconds', seen: expect.stringMatching(/ s$/) },
    ]);
  });

  it('end at their own time limit, and then fail', async () => {
    const report = await run(tower, { maxSeconds: 0.5 });
    expect(report.tests).toMatchObject([{ passed: false, outcome: 'ended' }]);
    expect(failedOf(report)).toMatchObject([{ seen: 'ended: it had not ended after 0.5 s' }]);
  });

  it('change inputs at a time or after a step, each test in a cell of its own', async () => {
    const high = { name: 'Input 1', level: 'high' };
    const report = await run(
      waiting,
      {
        given: { inputs: [{ ...high, atSeconds: 4 }] },
        expect: { cycleTime: { leastSeconds: 3.9, mostSeconds: 4.2 } },
      },
      { given: { inputs: [{ ...high, afterStepID: 'step_1' }] }, expect: { cycleTime: { mostSeconds: 1.5 } } },
      { given: { inputs: [high] }, expect: { outputs: { 'Output 4': 'high' }, cycleTime: { mostSeconds: 1.5 } } },
      { expect: { reached: ['step_3'] }, maxSeconds: 30 },
    );
    expect(report.tests.map(({ passed, outcome }) => [passed, outcome])).toEqual([
      [true, 'completed'],
      [true, 'completed'],
      [true, 'completed'],
      [false, 'ended'],
    ]);
  });

  it.each(['silent', 'jammed', 'refusing'])(
    'continue after a gripper that is %s as the author expects',
    async (fault) => {
      const args = { equipmentID: 'gripper_1', stopOnFailure: false };
      const grip = fileOf({ steps: [{ kind: 'ActuateGripper', args }] });
      const given = { deviceFaults: [{ equipment: 'gripper_1', fault }] };
      const report = await run(grip, { given, expect: { outcome: 'completed' } });
      expect(report.tests.map(({ passed }) => passed)).toEqual([true]);
    },
  );

  it('simulate faults of devices, and name an unknown device', async () => {
    const grip = fileOf({
      steps: [{ kind: 'ActuateGripper', args: { equipmentID: 'gripper_1' } }],
    });
    const faulty = (equipment: string, fault: string) => ({ given: { deviceFaults: [{ equipment, fault }] } });
    const fails = { expect: { outcome: 'failed', failureKind: 'GripperFailure' } };
    const report = await run(
      grip,
      { ...faulty('gripper_1', 'refusing'), ...fails },
      { ...faulty(gripperRecord.config.name, 'silent'), ...fails },
      { ...faulty('gripper_1', 'hangUpOnCommand'), ...fails },
      faulty('nobody', 'jammed'),
    );
    expect(report.tests.slice(0, 3).flatMap(({ verdicts }) => verdicts.filter(({ passed }) => !passed))).toEqual([]);
    expect(report.tests[3]?.verdicts).toContainEqual({
      field: 'given.deviceFaults.0.equipment',
      stepID: null,
      passed: false,
      expected: 'nobody',
      seen: 'no such device in the cell',
    });
  });
});
