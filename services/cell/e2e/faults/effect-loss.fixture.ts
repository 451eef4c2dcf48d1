import type { ControllerLogEntry } from '@cellwright/controller-link';
import { type JournalEntry, ProductError, type Run } from '@cellwright/domain';
import type { ArmWatcher } from './arm-watcher.fixture.ts';
import { type FaultCell, persist } from './fault-cell.fixture.ts';
import { pulseFile } from './routines.fixture.ts';

export interface EffectLoss {
  readonly run: Run;
  /** Pulses that the controller logged, and intents that the journal holds. */
  readonly pulses: number;
  readonly intents: number;
  /** Pulses after the kill, until well after the restart. */
  readonly pulsesAfterKill: number;
  /** How the journal closes the last intent: completed, or unknown. */
  readonly lastResult: string | null | undefined;
  /** What a play without confirmation is answered. */
  readonly question: unknown;
}

/** Kills the runner as soon as an output has changed (`delayMS` later), before the journal can have heard of it. */
export async function killAfterEffect(faults: FaultCell, delayMS: number): Promise<EffectLoss> {
  const watcher = await faults.watch('simulated');
  try {
    const imported = await persist(() => faults.cell.client.importRoutine(JSON.stringify(pulseFile())));
    const session = await persist(() => faults.openReadySession('simulated'));
    await session.send('loadRoutine', { routineID: imported.routineID });
    const before = await watcher.newestIndex();
    const { runID } = await session.send('playRoutine', { isConfirmed: true });
    // The first pulse may be part of starting up: the second is in the middle of the run.
    await untilPulse(watcher);
    await watcher.until('the pulse ends', ({ io }) => io['Relay 1'] === 'low');
    const pid = faults.pidOf('routine-runner');
    await untilPulse(watcher);
    if (delayMS > 0) await new Promise((resolve) => setTimeout(resolve, delayMS));
    process.kill(pid, 'SIGKILL');
    const atKill = countPulses(await watcher.readLog(before));
    session.close();
    await faults.untilRestarted('routine-runner', pid);
    const run = await faults.untilRunEnded(runID);
    // Before the question: a run that leaves nothing unknown is played again without one, and pulses.
    const pulses = countPulses(await watcher.readLog(before));
    const question = await persist(() => askToPlay(faults, imported.routineID));
    const journal = await faults.readJournal(runID);
    const intents = journal.filter(({ event }) => event === 'effectIntended').length;
    const lastResult = lastEffectOf(journal)?.result;
    return { run, pulses, intents, pulsesAfterKill: pulses - atKill, lastResult, question };
  } finally {
    await watcher.close();
  }
}

function untilPulse(watcher: ArmWatcher): Promise<unknown> {
  return watcher.until('a pulse', ({ io }) => io['Relay 1'] === 'high');
}

function countPulses(entries: readonly ControllerLogEntry[]): number {
  return entries.filter(({ kind, detail }) => kind === 'output' && detail.startsWith('Relay 1=high')).length;
}

function lastEffectOf(journal: readonly JournalEntry[]): JournalEntry | undefined {
  return journal.findLast(({ event }) => event === 'effectEnded');
}

/** Plays without confirmation; answers the question that came instead, or undefined when it was played. */
async function askToPlay(faults: FaultCell, routineID: string): Promise<unknown> {
  const session = await faults.openReadySession('simulated');
  try {
    await session.send('loadRoutine', { routineID });
    await session.send('playRoutine', { isConfirmed: false });
    await session.send('stop', {});
    return undefined;
  } catch (error) {
    if (error instanceof ProductError && error.code === 'cannot_play_routine') return error.details;
    throw error;
  } finally {
    session.close();
  }
}
