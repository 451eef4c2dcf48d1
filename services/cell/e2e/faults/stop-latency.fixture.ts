import type { ControllerLogEntry } from '@cellwright/controller-link';
import type { SessionClient } from '../../src/cli/cell-client.ts';
import { type ArmWatcher, machineTime, speedOf } from './arm-watcher.fixture.ts';
import { type FaultCell, makeReady, within } from './fault-cell.fixture.ts';
import { sweepFile } from './routines.fixture.ts';
import { describeStop, hasStopped, type StopReport } from './stop-oracle.fixture.ts';

export type StopMessage = 'stop' | 'emergencyStop';

/** On a busy machine the arm may lose its commander before a stop is sent: then there is nothing to measure. */
class StoppedBefore extends Error {}

/** Repeatedly plays a sweep and stops it at full speed, over the socket: the time is measured by the client. */
export class StopTrials {
  /** Trials in which the arm had lost its commander before the request. */
  spoiled = 0;
  private readonly session: SessionClient;
  private readonly watcher: ArmWatcher;

  private constructor(session: SessionClient, watcher: ArmWatcher) {
    this.session = session;
    this.watcher = watcher;
  }

  static async begin(faults: FaultCell): Promise<StopTrials> {
    const watcher = await faults.watch('simulated');
    const { routineID } = await faults.cell.client.importRoutine(JSON.stringify(sweepFile()));
    const session = await faults.openReadySession('simulated');
    await session.send('loadRoutine', { routineID });
    return new StopTrials(session, watcher);
  }

  async run(message: StopMessage, afterMS: number): Promise<StopReport> {
    for (;;) {
      try {
        return await within(30_000, 'a trial', this.tryOnce(message, afterMS));
      } catch (error) {
        if (!(error instanceof StoppedBefore)) throw error;
        this.spoiled += 1;
      }
    }
  }

  private async tryOnce(message: StopMessage, afterMS: number): Promise<StopReport> {
    const { session, watcher } = this;
    await makeReady(session);
    const before = await watcher.newestIndex();
    await session.send('playRoutine', { isConfirmed: true });
    await watcher.until('the arm moves', (state) => speedOf(state) > 0.3 || state.mode === 'braked');
    await new Promise((resolve) => setTimeout(resolve, afterMS));
    if (watcher.state.lastStop === 'commanderLost') throw new StoppedBefore();
    const requestedAt = machineTime();
    await session.send(message, {});
    const isSpoiled = (entries: readonly ControllerLogEntry[]) =>
      entries.some(({ kind, time }) => kind === 'commanderLost' && time < requestedAt);
    const isOver = (entries: readonly ControllerLogEntry[]) => isSpoiled(entries) || hasStopped(entries, requestedAt);
    await watcher.until('the arm stands', (state) => speedOf(state) === 0);
    const log = await watcher.readLogUntil('the arm stops', before, isOver);
    if (isSpoiled(log)) throw new StoppedBefore();
    await session.waitFor(({ kind, run }) => kind === 'Idle' && run?.status === 'stopped');
    return describeStop(log, requestedAt);
  }

  async end(): Promise<void> {
    this.session.close();
    await this.watcher.close();
  }
}
