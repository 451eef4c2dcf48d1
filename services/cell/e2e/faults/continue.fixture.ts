import type { RobotKind } from '@cellwright/domain/robot';
import { findResumePlace, type JournalEntry, type ResumePlace } from '@cellwright/domain/run';
import { lagFactor } from '@cellwright/testkit';
import { openSession, type SessionClient } from '../../src/cli/cell-client.ts';
import { waitUntil } from '../harness.ts';
import { type FaultCell, makeReady, persist, within } from './fault-cell.fixture.ts';
import { clearCartons, listCartons, stackingFile, stackingID } from './stacking.fixture.ts';
import type { Fault, StackingCell } from './stacking-cell.fixture.ts';

/** Offer after a fault, and the run that took it. */
export interface Continuation {
  /** The offer in the words of Home: '2.1.1 – Fetch carton, iteration 5 of 60'. */
  readonly offer: string;
  readonly place: ResumePlace['at'];
  /** Placed cartons at the time of the offer, by their order from 1. */
  readonly standing: readonly number[];
  /** Path of the first step of the second run. */
  readonly continuedAt: string;
  /** Cartons that the second run placed. */
  readonly placed: number;
  /** Placed cartons after the second run. */
  readonly standingAfter: readonly number[];
  /** True if the second run has taken the place and it is not offered again. */
  readonly isTaken: boolean;
}

/** Stacks cartons, causes a fault during palletizing, and continues at the first offer. */
export async function continueAfter(stacking: StackingCell, robotKind: RobotKind, fault: Fault): Promise<Continuation> {
  const runID = await stackUntilFault(stacking, robotKind, fault);
  const { faults } = stacking;
  const session = await persist(() => openSession(faults.cell.client, robotKind));
  try {
    const place = await waitForOffer(faults, session, robotKind);
    const standing = await persist(() => listCartons(faults, robotKind));
    if (place.run.id !== runID) throw new Error(`Home offers the run ${place.run.id} in place of ${runID}`);
    const { runID: secondID } = await within(
      60_000 * lagFactor(),
      'the run continues',
      startContinuing(faults, session, place),
    );
    await waitForCartons(faults, robotKind, standing.length + 2, session);
    const isTaken = !session.state.resumePlaces?.some(({ run: { id } }) => id === runID);
    await session.send('stop', {});
    await faults.untilRunEnded(secondID);
    const journal = await faults.readJournal(secondID);
    const standingAfter = await listCartons(faults, robotKind);
    const offer = describePlace(place.at);
    return { offer, place: place.at, standing, ...readContinued(journal), standingAfter, isTaken };
  } finally {
    session.close();
  }
}

async function stackUntilFault(stacking: StackingCell, robotKind: RobotKind, fault: Fault): Promise<string> {
  const { faults } = stacking;
  await persist(() => faults.cell.client.importRoutine(JSON.stringify(stackingFile())));
  const session = await persist(() => openSession(faults.cell.client, robotKind));
  try {
    const runID = await persist(() => stackThree(faults, session, robotKind), 120_000);
    await fault(stacking);
    return runID;
  } finally {
    session.close();
  }
}

/**
 * Plays until three cartons are placed; rejects if the run ends before, as may happen on a machine that is too busy.
 */
async function stackThree(faults: FaultCell, session: SessionClient, robotKind: RobotKind): Promise<string> {
  await makeReady(session);
  await giveUpAll(session);
  // Cartons of an earlier run would count as placed by this one.
  await clearCartons(faults, robotKind);
  await session.send('loadRoutine', { routineID: stackingID });
  const { runID } = await session.send('playRoutine', { isConfirmed: true });
  await waitForCartons(faults, robotKind, 3, session);
  return runID;
}

async function giveUpAll(session: SessionClient): Promise<void> {
  for (const { run } of session.state.resumePlaces ?? []) await session.send('giveUpRun', { runID: run.id });
}

async function waitForCartons(
  faults: FaultCell,
  robotKind: RobotKind,
  count: number,
  session: SessionClient,
): Promise<void> {
  const stand = () =>
    listCartons(faults, robotKind).then(
      ({ length }) => length >= count,
      () => false,
    );
  const ends = async () => session.state.kind !== 'RoutineRunning' || (await stand());
  await waitUntil(ends, 60_000 * lagFactor());
  if (await stand()) return;
  const { kind, failure } = session.state;
  throw new Error(`The run ended before ${count} cartons stood: ${kind} ${failure?.stepPath} ${failure?.reason}`);
}

/** Stops a surviving run, then resolves with the first offer of Home. */
async function waitForOffer(faults: FaultCell, session: SessionClient, robotKind: RobotKind): Promise<ResumePlace> {
  await within(60_000 * lagFactor(), 'the robot is back', untilBack(session));
  if (session.state.kind === 'RoutineRunning') await persist(() => faults.cell.client.stop(robotKind));
  await within(60_000 * lagFactor(), 'the robot is ready', makeReady(session));
  const find = () => findResumePlace(session.state.resumePlaces, session.state.routine?.id);
  await within(
    30_000 * lagFactor(),
    'the loaded routine is offered',
    session.waitFor(() => find()?.run.routineID === stackingID),
  );
  const place = find();
  if (!place) throw new Error('the offer has gone');
  return place;
}

const untilBack = (session: SessionClient) =>
  session.waitFor(({ kind, isControllerConnected }) => kind !== 'Constructing' && isControllerConnected);

/** Completes the steps that Home requires first: recover, release the brakes, return the arm. Then continues. */
async function startContinuing({ cell }: FaultCell, session: SessionClient, { run }: ResumePlace) {
  return persist(async () => {
    await makeReady(session);
    const { guard, obstacle, effects } = await cell.client.readResumption(run.id);
    if (obstacle !== null || effects.length > 0) throw new Error(`It cannot be continued: ${obstacle}`);
    if (guard?.offersReturn) await returnArm(session);
    return session.send('resumeRun', { runID: run.id, answers: [] });
  });
}

/** Holds the button that moves the arm back. */
async function returnArm(session: SessionClient): Promise<void> {
  const commandID = crypto.randomUUID();
  const heartbeats = setInterval(() => void session.send('holdHeartbeat', { commandID }).catch(() => undefined), 80);
  try {
    const { result, message = '' } = await session.send('returnToPausePosition', { commandID });
    if (result !== 'Success') throw new Error(`The arm did not return: ${result} ${message}`);
  } finally {
    clearInterval(heartbeats);
  }
}

function describePlace({ stepPath, name, stepKind, round }: ResumePlace['at']): string {
  return `${stepPath} – ${name ?? stepKind}${round ? `, iteration ${round.round} of ${round.of}` : ''}`;
}

function readContinued(journal: readonly JournalEntry[]): Pick<Continuation, 'continuedAt' | 'placed'> {
  const isStep = ({ event, stepKind }: JournalEntry) => event === 'stepStarted' && stepKind !== 'Loop';
  const isShown = ({ event, stepID, result }: JournalEntry) =>
    event === 'stepEnded' && stepID === 'step_pz_carton_show' && result === 'completed';
  return { continuedAt: journal.find(isStep)?.stepPath ?? '', placed: journal.filter(isShown).length };
}
