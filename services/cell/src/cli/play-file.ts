import { durationText, ProductError } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import type { RobotKind } from '@cellwright/domain/robot';
import { isBlockingProblem, problemSchema } from '@cellwright/domain/routine';
import type { RobotSessionState } from '@cellwright/domain/run';
import * as z from 'zod';
import { answerPrompts, type PromptSession } from './answer-prompts.ts';
import { type CellClient, openSession, type SessionClient } from './cell-client.ts';
import { followJournal } from './follow-run.ts';
import type { Output } from './output.ts';
import type { Person } from './person.ts';

export interface PlayOptions {
  readonly robotKind: RobotKind;
  /** True if recovery is allowed on a live robot; a simulated one is prepared without asking. */
  readonly recovers: boolean;
  readonly releasesBrakes: boolean;
  /** True if the user has confirmed the robot's questions before a play. */
  readonly saysYes: boolean;
  /** Prepared answers for the prompts of the routine, in turn. */
  readonly confirmations: readonly string[];
  /** Undefined without a terminal. */
  readonly person: Person | undefined;
  /** Aborts on Ctrl-C: the arm is stopped before the command exits. */
  readonly interrupt: AbortSignal;
}

/** Exit codes of `routine run`. */
const done = 0;
const failed = 1;
const interrupted = 130;

/** Imports, loads and plays a routine file, and follows it to its end. Returns the exit code. */
export async function playFile(
  client: CellClient,
  fileText: string,
  options: PlayOptions,
  output: Output,
): Promise<number> {
  const imported = await importFile(client, fileText, output);
  if (imported === undefined) return failed;
  const session = await openSession(client, options.robotKind);
  try {
    const { routineID, version } = imported;
    const begin = async () => {
      await session.send('loadRoutine', { routineID, version });
      return options.interrupt.aborted ? undefined : play(session, options);
    };
    return await playToEnd(client, session, begin, options, output);
  } finally {
    session.close();
  }
}

/** Stores a routine file in the cell; undefined when it has errors, which are printed. */
export async function importFile(
  client: CellClient,
  fileText: string,
  output: Output,
): Promise<Awaited<ReturnType<CellClient['importRoutine']>> | undefined> {
  // Checked before it is stored: an invalid file must not become the newest version of a valid routine.
  const problems = (await client.validateFile(fileText)).filter(isBlockingProblem);
  if (problems.length > 0) {
    for (const problem of problems) output.problem(problem);
    output.error(messages.validationErrors(problems.length));
    return undefined;
  }
  const imported = await client.importRoutine(fileText);
  for (const problem of imported.problems) output.problem(problem);
  for (const missing of imported.missing) output.line(`The cell lacks: ${missing}`);
  if (imported.problems.some(isBlockingProblem)) {
    output.error(messages.validationErrors(imported.problems.filter(isBlockingProblem).length));
    return undefined;
  }
  output.line(
    `${imported.created ? 'Imported' : 'Updated'} routine ${imported.routineID}, version ${imported.version}`,
  );
  return imported;
}

/** Recovers the robot and releases its brakes, as far as allowed. Returns the obstacle, if any. */
export async function makeReady(
  session: SessionClient,
  options: Pick<PlayOptions, 'robotKind' | 'recovers' | 'releasesBrakes'>,
  output: Output,
): Promise<string | undefined> {
  return (await recover(session, options, output)) ?? (await releaseBrakes(session, options));
}

/** Start of a run: its id, or the reason why there is none; undefined when it was interrupted before. */
export type Begun = { readonly runID: string } | { readonly refusal: string } | undefined;

/** Prepares the robot, starts a run, and follows it to its end. Returns the exit code. */
export async function playToEnd(
  client: CellClient,
  session: SessionClient,
  begin: () => Promise<Begun>,
  options: PlayOptions,
  output: Output,
): Promise<number> {
  const onInterrupt = () => void client.stop(options.robotKind).catch((error: unknown) => output.error(textOf(error)));
  options.interrupt.addEventListener('abort', onInterrupt);
  try {
    await session.waitFor(({ kind }) => kind !== 'Constructing');
    if (options.interrupt.aborted) return interrupted;
    const obstacle = await makeReady(session, options, output);
    if (obstacle) {
      output.error(obstacle);
      return failed;
    }
    const begun = await begin();
    if (begun === undefined) return interrupted;
    if ('refusal' in begun) {
      output.error(begun.refusal);
      return failed;
    }
    const { runID } = begun;
    const unanswered = answerAll(client, session, runID, options, output);
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
    const refusal = await unanswered;
    if (refusal !== undefined) {
      output.error(refusal);
      return failed;
    }
    return report(session.state, { runID, brokenOffAt }, options, output);
  } catch (error) {
    if (!options.interrupt.aborted || !(error instanceof ProductError)) throw error;
    // The stop needs no database, but following the run does.
    await session.waitFor(({ motionActivity }) => motionActivity === 'none');
    output.error(`Stopped. The arm does not move, but the end of the run is unknown: ${error.message}`);
    return interrupted;
  } finally {
    options.interrupt.removeEventListener('abort', onInterrupt);
  }
}

const questionDetails = z.object({ needsConfirmation: z.literal(true), question: z.string() });

/** Plays the loaded routine; only the user may confirm the robot's questions before. */
async function play(
  session: SessionClient,
  { saysYes, person, interrupt }: PlayOptions,
): Promise<{ runID: string } | { refusal: string }> {
  try {
    return await session.send('playRoutine', { isConfirmed: saysYes });
  } catch (error) {
    const asked = error instanceof ProductError ? questionDetails.safeParse(error.details) : undefined;
    if (!asked?.success) throw error;
    const { question } = asked.data;
    if (person === undefined) return { refusal: `${question} If the cell is ready, add --yes` };
    const answer = await person.ask(`${question} [y/N] `, interrupt);
    if (!/^\s*y(es)?\s*$/i.test(answer ?? '')) return { refusal: 'Not played' };
    return session.send('playRoutine', { isConfirmed: true });
  }
}

/** Answers the prompts of the run; a prompt without an answer stops it. */
async function answerAll(
  client: CellClient,
  session: SessionClient,
  runID: string,
  { confirmations, person, robotKind }: PlayOptions,
  output: Output,
): Promise<string | undefined> {
  try {
    const asking: PromptSession = {
      get state() {
        return session.state;
      },
      waitFor: session.waitFor,
      confirmStep: (answer) => session.send('confirmStep', answer),
    };
    const refusal = await answerPrompts(asking, runID, { given: confirmations, person }, output);
    if (refusal !== undefined) await client.stop(robotKind);
    return refusal;
  } catch (error) {
    // A lost connection also ends the run for this command: following the run reports it.
    return error instanceof ProductError ? undefined : textOf(error);
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Recovers from a failure of an earlier run. Returns the obstacle, if any. */
async function recover(
  session: SessionClient,
  { robotKind, recovers }: Pick<PlayOptions, 'robotKind' | 'recovers'>,
  output: Output,
): Promise<string | undefined> {
  const { kind, failure } = session.state;
  if (kind !== 'Failure') return undefined;
  const what = failure ? `${failure.kind}: ${failure.reason}` : 'unknown';
  if (robotKind === 'live' && !recovers) {
    return `The live robot is in Failure (${what}). After you have fixed the cause, add --recover`;
  }
  if (failure?.recoveryKind === 'NotRecoverable' && session.state.brakes !== 'engaged') {
    await session.send('setBrakes', { state: 'engaged' });
    await session.waitFor(({ brakes }) => brakes === 'engaged');
  }
  await session.send('recover', {});
  await session.waitFor(({ kind }) => kind !== 'Failure' && kind !== 'Recovering');
  output.line(`Recovered the ${robotKind} robot from its failure (${what})`);
  return undefined;
}

/** Releases the brakes. Returns the obstacle, if any. */
async function releaseBrakes(
  session: SessionClient,
  { robotKind, releasesBrakes }: Pick<PlayOptions, 'robotKind' | 'releasesBrakes'>,
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
    output.result(figures, 'Stopped. The arm does not move.');
    return interrupted;
  }
  if (run?.status === 'completed') {
    const time = cycleTimeSeconds === null ? '' : `Cycle time ${durationText(cycleTimeSeconds, 2)}, `;
    output.result(figures, `Done. ${time}distance ${distanceMeters.toFixed(3)} m`);
    return done;
  }
  if (failure) {
    // A fault of the robot names no step; it interrupted the one that was playing.
    const { kind, reason, stepPath = brokenOffAt } = failure;
    output.error(`${kind}: ${reason}${stepPath ? ` (step ${stepPath})` : ''}`, { ...figures, failure, stepPath });
  } else output.error(`The run was ${run?.status ?? 'stopped'} by another client`, figures);
  return failed;
}

const refusalDetails = z.object({ problems: z.array(problemSchema) });

/** Prints a refusal, problem by problem if it has them. */
export function printRefusal(error: unknown, output: Output): void {
  if (!(error instanceof ProductError)) throw error;
  const details = refusalDetails.safeParse(error.details);
  if (details.success) for (const problem of details.data.problems) output.problem(problem);
  output.error(error.message, { code: error.code });
}
