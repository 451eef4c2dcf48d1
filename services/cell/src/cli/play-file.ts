import {
  isBlockingProblem,
  messages,
  ProductError,
  problemSchema,
  type RobotKind,
  type RobotSessionState,
} from '@cellwright/domain';
import { z } from 'zod';
import { type CellClient, openSession, type SessionClient } from './cell-client.ts';
import { followJournal } from './follow-run.ts';
import type { Output } from './output.ts';

export interface PlayOptions {
  readonly robotKind: RobotKind;
  /** What a person must allow on a live robot; a simulated one is made ready without asking. */
  readonly recovers: boolean;
  readonly releasesBrakes: boolean;
  /** Aborts on Ctrl-C: the arm is stopped before the command leaves. */
  readonly interrupt: AbortSignal;
}

/** Exit codes of `routine run`. */
const done = 0;
const failed = 1;
const interrupted = 130;

/** Imports, loads and plays a routine file, and follows it to its end. Answers the exit code. */
export async function playFile(
  client: CellClient,
  fileText: string,
  options: PlayOptions,
  output: Output,
): Promise<number> {
  // Checked before it is stored: a broken file must not become the newest version of a good routine.
  const problems = (await client.validateFile(fileText)).filter(isBlockingProblem);
  if (problems.length > 0) {
    for (const problem of problems) output.problem(problem);
    output.error(messages.validationErrors(problems.length));
    return failed;
  }
  const imported = await client.importRoutine(fileText);
  for (const problem of imported.problems) output.problem(problem);
  for (const missing of imported.missing) output.line(`The cell lacks: ${missing}`);
  if (imported.problems.some(isBlockingProblem)) {
    output.error(messages.validationErrors(imported.problems.filter(isBlockingProblem).length));
    return failed;
  }
  output.line(
    `${imported.created ? 'Imported' : 'Updated'} routine ${imported.routineID}, version ${imported.version}`,
  );

  const session = await openSession(client, options.robotKind);
  try {
    return await playLoaded(client, session, imported, options, output);
  } finally {
    session.close();
  }
}

async function playLoaded(
  client: CellClient,
  session: SessionClient,
  { routineID, version }: { routineID: string; version: number },
  options: PlayOptions,
  output: Output,
): Promise<number> {
  const onInterrupt = () => void client.stop(options.robotKind).catch((error: unknown) => output.error(textOf(error)));
  options.interrupt.addEventListener('abort', onInterrupt);
  try {
    await session.waitFor(({ kind }) => kind !== 'Constructing');
    if (options.interrupt.aborted) return interrupted;
    const obstacle = (await recover(session, options, output)) ?? (await releaseBrakes(session, options));
    if (obstacle) {
      output.error(obstacle);
      return failed;
    }
    await session.send('loadRoutine', { routineID, version });
    if (options.interrupt.aborted) return interrupted;
    const { runID } = await session.send('playRoutine', { isConfirmed: true });
    let brokenOffAt: string | undefined;
    for await (const entry of followJournal(client, runID)) {
      output.entry(entry);
      // The innermost step ends first.
      if (entry.result === 'failed' || entry.result === 'stopped') brokenOffAt ??= entry.stepPath ?? undefined;
    }
    await session.waitFor(
      ({ run, kind }) =>
        run?.id === runID && run.status !== 'running' && run.status !== 'paused' && kind !== 'RoutineRunning',
    );
    return report(session.state, { runID, brokenOffAt }, options, output);
  } catch (error) {
    if (!options.interrupt.aborted || !(error instanceof ProductError)) throw error;
    // The stop needed no database; following the run does.
    await session.waitFor(({ motionActivity }) => motionActivity === 'none');
    output.error(`Stopped. The arm stands, but its run cannot be followed to its end: ${error.message}`);
    return interrupted;
  } finally {
    options.interrupt.removeEventListener('abort', onInterrupt);
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Leaves a failure that an earlier run ended in. Answers what is in the way. */
async function recover(
  session: SessionClient,
  { robotKind, recovers }: PlayOptions,
  output: Output,
): Promise<string | undefined> {
  const { kind, failure } = session.state;
  if (kind !== 'Failure') return undefined;
  const what = failure ? `${failure.kind}: ${failure.reason}` : 'unknown';
  if (robotKind === 'live' && !recovers) {
    return `The live robot is in Failure (${what}). When the cause is gone, add --recover`;
  }
  await session.send('recover', {});
  await session.waitFor(({ kind }) => kind !== 'Failure' && kind !== 'Recovering');
  output.line(`Recovered the ${robotKind} robot from its failure (${what})`);
  return undefined;
}

/** Answers what is in the way. */
async function releaseBrakes(
  session: SessionClient,
  { robotKind, releasesBrakes }: PlayOptions,
): Promise<string | undefined> {
  if (session.state.brakes === 'disengaged') return undefined;
  if (robotKind === 'live' && !releasesBrakes) {
    return 'The brakes of the live robot are engaged. Make sure nobody is near the arm, then add --release-brakes';
  }
  await session.send('setBrakes', { state: 'disengaged' });
  await session.waitFor(({ brakes }) => brakes === 'disengaged');
  return undefined;
}

function report(
  state: RobotSessionState,
  { runID, brokenOffAt }: { runID: string; brokenOffAt: string | undefined },
  options: PlayOptions,
  output: Output,
): number {
  const { run, failure } = state;
  const cycleTimeSeconds = run?.cycleTimeSeconds ?? null;
  const distanceMeters = run?.distanceMeters ?? 0;
  const figures = {
    runID,
    status: run?.status ?? 'stopped',
    cycleCount: run?.cycleCount ?? 0,
    cycleTimeSeconds,
    distanceMeters,
  };
  if (options.interrupt.aborted) {
    output.result(figures, 'Stopped. The arm stands.');
    return interrupted;
  }
  if (run?.status === 'completed') {
    const time = cycleTimeSeconds === null ? '' : `Cycle time ${cycleTimeSeconds.toFixed(2)} s, `;
    output.result(figures, `Done. ${time}distance ${distanceMeters.toFixed(3)} m`);
    return done;
  }
  if (failure) {
    // A fault of the robot names no step; it broke off the one that was playing.
    const { kind, reason, stepPath = brokenOffAt } = failure;
    output.error(`${kind}: ${reason}${stepPath ? ` (step ${stepPath})` : ''}`, { ...figures, failure, stepPath });
  } else output.error(`The run was ${run?.status ?? 'stopped'} by somebody else`, figures);
  return failed;
}

const refusalDetails = z.object({ problems: z.array(problemSchema) });

/** Prints what a refused request says, problem by problem where it has them. */
export function printRefusal(error: unknown, output: Output): void {
  if (!(error instanceof ProductError)) throw error;
  const details = refusalDetails.safeParse(error.details);
  if (details.success) for (const problem of details.data.problems) output.problem(problem);
  output.error(error.message, { code: error.code });
}
