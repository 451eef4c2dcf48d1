import { type Clock, rest } from '@cellwright/domain/basics';
import { type UpdateCommand, updateTestRoutineID } from '@cellwright/domain/robot';
import type { RobotSessionState } from '@cellwright/domain/run';
import * as z from 'zod';

type TestState = Pick<RobotSessionState, 'kind' | 'isControllerConnected' | 'brakes' | 'failure' | 'routine' | 'run'>;

/** The simulated robot, commanded by the update itself while every other client is held. */
export interface TestRobot {
  readState(): Promise<TestState>;
  /** @throws Error with the reason of a refusal. */
  send(kind: UpdateCommand, payload: Readonly<Record<string, unknown>>): Promise<unknown>;
}

export interface HealthGateDeps {
  /** @throws Error naming the services that are not ready. */
  readonly checkReady: (signal: AbortSignal) => Promise<void>;
  /** Prevents routines of users from starting. Returns the reason if this is not possible. */
  readonly hold: () => Promise<string | undefined>;
  readonly robot: TestRobot;
  /** Returns the routine that the operator picked; undefined for the built-in one. */
  readonly readTestRoutineID: () => Promise<string | undefined>;
  readonly clock: Clock;
}

/** Time within which a new build must be ready, ms. */
export const readyWithinMS = 30_000;
/** Time within which the test routine must have played, ms. */
export const playedWithinMS = 120_000;
const pollMS = 250;

/**
 * Checks that a new build works: its services are ready, the simulated robot has a session, and a test routine plays on it
 * to its end.
 * @throws Error with what does not work.
 */
export async function checkBuildHealth(deps: HealthGateDeps, signal: AbortSignal): Promise<void> {
  const { clock } = deps;
  const failure = await retryUntil(() => checkStarted(deps, signal), clock.now() + readyWithinMS, clock, signal);
  if (failure !== undefined) throw new Error(`The new build is not ready after ${readyWithinMS / 1000} s: ${failure}`);
  await playTest(deps, signal);
}

async function checkStarted({ checkReady, hold, robot }: HealthGateDeps, signal: AbortSignal): Promise<void> {
  await checkReady(signal);
  const { isControllerConnected, kind } = await robot.readState();
  if (!isControllerConnected || kind === 'Constructing') throw new Error('The simulated robot has no session');
  const busy = await hold();
  if (busy !== undefined) throw new Error(busy);
}

/** Repeats a check until it succeeds. Returns the last failure at the end. */
async function retryUntil(
  check: () => Promise<void>,
  end: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (;;) {
    try {
      await check();
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (clock.now() >= end) return describe(error);
      await rest(clock, pollMS, signal);
    }
  }
}

async function playTest({ robot, readTestRoutineID, clock }: HealthGateDeps, signal: AbortSignal): Promise<void> {
  const end = clock.now() + playedWithinMS;
  const routineID = (await readTestRoutineID()) ?? updateTestRoutineID;
  const { routine: before } = await robot.readState();
  try {
    await robot.send('takeOverControl', {});
    await releaseBrakes(robot, clock, end, signal);
    await robot.send('loadRoutine', { routineID });
    const { runID } = playedSchema.parse(await robot.send('playRoutine', { isConfirmed: true }));
    await followRun(robot, runID, { clock, end, signal });
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(`The test routine did not play to its end: ${describe(error)}`, { cause: error });
  } finally {
    await restore(robot, before);
  }
}

const playedSchema = z.object({ runID: z.string() });

async function releaseBrakes(robot: TestRobot, clock: Clock, end: number, signal: AbortSignal): Promise<void> {
  if ((await robot.readState()).brakes === 'disengaged') return;
  await robot.send('setBrakes', { state: 'disengaged' });
  while ((await robot.readState()).brakes !== 'disengaged') {
    if (clock.now() >= end) throw new Error('The brakes of the simulated robot were not released');
    await clock.sleep(pollMS, signal);
  }
}

/** @throws Error with the reason when the run does not complete in time. */
async function followRun(
  robot: TestRobot,
  runID: string,
  { clock, end, signal }: { readonly clock: Clock; readonly end: number; readonly signal: AbortSignal },
): Promise<void> {
  for (;;) {
    const { run, failure } = await robot.readState();
    const isOver = run?.id === runID && run.status !== 'running' && run.status !== 'paused';
    if (isOver && run.status === 'completed') return;
    if (isOver) throw new Error(failure?.reason ?? `It ended as ${run.status}`);
    if (run?.status === 'paused') throw new Error('It paused, and nobody can resume it');
    if (clock.now() >= end) {
      await robot.send('stop', {});
      throw new Error(`It was not over after ${playedWithinMS / 1000} s`);
    }
    await clock.sleep(pollMS, signal);
    await robot.send('controlHeartbeat', {});
  }
}

/** Shows the routine that was loaded before, and gives the robot free. */
async function restore(robot: TestRobot, before: TestState['routine']): Promise<void> {
  const load =
    before === null || before.id === updateTestRoutineID
      ? robot.send('unloadRoutine', {})
      : robot.send('loadRoutine', { routineID: before.id, version: before.version });
  // The result of the test counts, not the state displayed after it.
  await load.catch(() => undefined);
  await robot.send('releaseControl', {}).catch(() => undefined);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
