import type { ControllerLogEntry } from '@cellwright/controller-link';
import { ProductError } from '@cellwright/domain/basics';
import type { JournalEntry, Run } from '@cellwright/domain/run';
import type { ArmWatcher } from './arm-watcher.fixture.ts';
import { type FaultCell, persist } from './fault-cell.fixture.ts';
import { pulseFile } from './routines.fixture.ts';

export interface EffectLoss {
  readonly run: Run;
  /** Pulses logged by the controller, and intents in the journal. */
  readonly pulses: number;
  readonly intents: number;
  /** Pulses from the kill until well after the restart. */
  readonly pulsesAfterKill: number;
  /** Result of the last intent in the journal: completed, or unknown. */
  readonly lastResult: string | null | undefined;
  /** Response to a play without confirmation. */
  readonly question: unknown;
}

/** Kills the runner as soon as an output has changed (`delayMS` later), before the journal can contain it. */
export async function killAfterEffect(faults: FaultCell, delayMS: number): Promise<EffectLoss> {
  const watcher = await faults.watch('simulated');
  try {
    const imported = await persist(() => faults.cell.client.importRoutine(JSON.stringify(pulseFile())));
    const session = await persist(() => faults.openReadySession('simulated'));
    await session.send('loadRoutine', { routineID: imported.routineID });
    const before = await watcher.newestIndex();
    const { runID } = await session.send('playRoutine', { isConfirmed: true });
    // The first pulse may belong to the start: the second is in the middle of the run.
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
    // Before the question: a run without an unknown effect is played again without a question, and pulses.
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

/** Plays without confirmation; returns the question, or undefined when it was played. */
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
