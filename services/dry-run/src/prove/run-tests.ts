import type {
  RoutineTest,
  RoutineTestResult,
  RoutineTestsReport,
  RoutineTestVerdict,
} from '@cellwright/domain/routine';
import { type ProofOptions, proofOptionsSchema } from '@cellwright/domain/run';
import type { RunObserver } from '../play/run-observer.ts';
import { Findings } from '../review/findings.ts';
import { judge, type Seen, verdict } from './judge-test.ts';
import { isPlayable, type ProofParts, playProgram } from './prove.ts';

/** Delay until the last command has reached the ports, ms. */
const settleMS = 50;

export type TestParts = Omit<ProofParts, 'options'> & Pick<ProofOptions, 'robotKind'>;

/**
 * Plays a routine once for each of its tests, each in a separate cell in the current state of the robot, and judges the
 * result.
 */
export async function runTests(parts: TestParts, tests: readonly RoutineTest[]): Promise<RoutineTestsReport> {
  const begun = parts.measure();
  const results: RoutineTestResult[] = [];
  for (const test of tests) results.push(await runTest(parts, test));
  const { routineID, version, name } = parts.program.program;
  return {
    routineID,
    routineVersion: version,
    routineName: name,
    passed: results.every(({ passed }) => passed),
    tests: results,
    computedSeconds: (parts.measure() - begun) / 1000,
  };
}

async function runTest(parts: TestParts, test: RoutineTest): Promise<RoutineTestResult> {
  const findings = new Findings();
  if (!isPlayable(parts.program, findings)) {
    const [worst] = findings.all.filter(({ severity }) => severity === 'error');
    return notPlayed(test, worst?.message ?? '');
  }
  const starts: string[] = [];
  const unknownDevices: RoutineTestVerdict[] = [];
  const options = optionsOf(test, parts.robotKind);
  const played = await playProgram({ ...parts, options }, findings, watchFor(test, starts, unknownDevices));
  if (typeof played === 'string') return notPlayed(test, played);
  const { clock, cell, recorder, failure, outcome, durationMS } = played;
  await clock.runUntil(clock.sleep(settleMS));
  const { store, arm } = cell.session.core;
  const { result } = recorder;
  const seen: Seen = {
    outcome,
    starts,
    failure: result?.kind === 'failed' ? { kind: result.failure, text: textOf(result) } : toFailure(failure),
    endedBecause: recorder.endedBecause,
    outputs: arm.state?.io ?? {},
    variables: store.state.variables,
    cycleSeconds: outcome === 'completed' ? (store.state.run?.cycleTimeSeconds ?? durationMS / 1000) : null,
  };
  const known = new Map(parts.program.program.steps.map(({ id, path }) => [id, path]));
  const verdicts = [...unknownDevices, ...judge(test, seen, known)];
  return {
    name: test.name,
    passed: verdicts.every(({ passed }) => passed),
    outcome,
    durationSeconds: durationMS / 1000,
    verdicts,
  };
}

function optionsOf({ given, maxSeconds, cycles }: RoutineTest, robotKind: ProofOptions['robotKind']): ProofOptions {
  const atStart = given.inputs.filter(isAtStart).map(({ name, level }) => [name, level]);
  const { answers, variables } = given;
  const inputs = Object.fromEntries(atStart);
  return proofOptionsSchema.parse({ robotKind, answers, variables, inputs, maxSeconds, cycles });
}

/** Changes inputs and causes faults at the times of the test, and records the started steps. */
function watchFor({ given }: RoutineTest, starts: string[], unknown: RoutineTestVerdict[]): RunObserver {
  const afterStep = new Map<string, (() => void)[]>();
  return {
    onReady: ({ session, devices }, clock) => {
      const plan = ({ atSeconds, afterStepID }: Moment, happen: () => void) => {
        if (afterStepID !== undefined) afterStep.set(afterStepID, [...(afterStep.get(afterStepID) ?? []), happen]);
        else if (atSeconds !== undefined) clock.schedule(atSeconds * 1000, happen);
        else happen();
      };
      for (const input of given.inputs.filter((each) => !isAtStart(each))) {
        plan(input, () => void session.settings.forceInput(input.name, input.level));
      }
      for (const [index, { equipment, fault, ...moment }] of given.deviceFaults.entries()) {
        plan(moment, () => {
          if (devices.makeFault(equipment, fault)) return;
          const field = `given.deviceFaults.${index}.equipment`;
          unknown.push(verdict(field, false, equipment, 'no such device in the cell'));
        });
      }
    },
    onStepStarted: (stepID) => void starts.push(stepID),
    onStepEnded: (stepID) => {
      for (const happen of afterStep.get(stepID) ?? []) happen();
      afterStep.delete(stepID);
    },
  };
}

interface Moment {
  readonly atSeconds?: number | undefined;
  readonly afterStepID?: string | undefined;
}

function isAtStart({ atSeconds, afterStepID }: Moment): boolean {
  return atSeconds === undefined && afterStepID === undefined;
}

function textOf({ message, detail }: { readonly message: string; readonly detail?: string | undefined }): string {
  return detail === undefined ? message : `${message}: ${detail}`;
}

function toFailure(failure: { readonly kind: string; readonly reason: string } | null): Seen['failure'] {
  return failure ? { kind: failure.kind, text: failure.reason } : undefined;
}

function notPlayed({ name, expect }: RoutineTest, why: string): RoutineTestResult {
  const verdicts = [verdict('expect.outcome', false, expect.outcome, `not played: ${why}`)];
  return { name, passed: false, outcome: 'notPlayed', durationSeconds: 0, verdicts };
}
