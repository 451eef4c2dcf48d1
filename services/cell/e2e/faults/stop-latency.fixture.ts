import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { SessionClient } from '../../src/cli/cell-client.ts';
import { type ArmWatcher, machineTime, speedOf } from './arm-watcher.fixture.ts';
import type { FaultCell } from './fault-cell.fixture.ts';
import { sweepFile } from './routines.fixture.ts';
import { describeStop, type StopReport } from './stop-oracle.fixture.ts';

/** Keeps every core busy; the returned function ends it. */
export function saturateCores(): () => void {
  const burners: ChildProcess[] = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (let x = 0; ; x++) Math.sqrt(x)'], { stdio: 'ignore' }),
  );
  const end = () => {
    for (const burner of burners) burner.kill('SIGKILL');
  };
  process.once('exit', end);
  return end;
}

export type StopMessage = 'stop' | 'emergencyStop';

/** Plays a sweep again and again and stops it at full speed, over the socket: the time is the client's own. */
export class StopTrials {
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
    const { session, watcher } = this;
    if (session.state.brakes === 'engaged') {
      await session.send('setBrakes', { state: 'disengaged' });
      await session.waitFor(({ brakes }) => brakes === 'disengaged');
    }
    const before = await watcher.newestIndex();
    await session.send('playRoutine', { isConfirmed: true });
    await watcher.until('the arm moves', (state) => speedOf(state) > 0.3);
    await new Promise((resolve) => setTimeout(resolve, afterMS));
    const requestedAt = machineTime();
    await session.send(message, {});
    await watcher.until('the arm stands', (state) => speedOf(state) === 0);
    await session.waitFor(({ kind, run }) => kind === 'Idle' && run?.status === 'stopped');
    return describeStop(await watcher.readLog(before), requestedAt);
  }

  async end(): Promise<void> {
    this.session.close();
    await this.watcher.close();
  }
}
