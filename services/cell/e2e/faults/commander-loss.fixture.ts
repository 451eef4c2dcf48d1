import type { ControllerState } from '@cellwright/controller-link';
import type { Run } from '@cellwright/domain/run';
import { machineTime, speedOf } from './arm-watcher.fixture.ts';
import { type FaultCell, persist } from './fault-cell.fixture.ts';
import { sweepFile, sweepSpeed } from './routines.fixture.ts';
import { describeStop, hasStopped, type StopReport } from './stop-oracle.fixture.ts';

export interface CommanderLoss {
  readonly stop: StopReport;
  /** The reported run after the runner is back. */
  readonly run: Run;
}

export interface LossOptions {
  /** Override of the sweep, 0–1. */
  readonly speed: number;
  /** Minimum share of the sweep's top speed at the time of the fault, 0–0.95. */
  readonly share: number;
  /** Minimum time from the first movement to the fault, ms. */
  readonly afterMS: number;
  /** Causes the fault of the runner; resolves when it is back. Called while the arm is moving. */
  readonly strike: () => Promise<void>;
}

/** Duration of a sweep at full speed and its preparation, ms; a slow one takes proportionally longer. */
const sweepMS = 10_000;

/** Removes the runner from a moving arm, and reports the reaction of the arm and the state of the run. */
export async function loseCommander(faults: FaultCell, options: LossOptions): Promise<CommanderLoss> {
  const watcher = await faults.watch('simulated');
  try {
    const imported = await persist(() => faults.cell.client.importRoutine(JSON.stringify(sweepFile())));
    const session = await persist(() => faults.openReadySession('simulated'));
    await session.send('setSpeedRestrictionPercentage', { value: options.speed });
    await session.send('loadRoutine', { routineID: imported.routineID });
    const before = await watcher.newestIndex();
    const { runID } = await session.send('playRoutine', { isConfirmed: true });
    const isFast = (state: ControllerState) => speedOf(state) > options.share * options.speed * sweepSpeed;
    const withinMS = 20_000 + sweepMS / options.speed;
    const what = `the arm moves at ${options.share} of its speed at ${options.speed}`;
    await watcher.until(what, isFast, withinMS);
    await new Promise((resolve) => setTimeout(resolve, options.afterMS));
    await watcher.until(what, isFast, withinMS);
    const struckAt = machineTime();
    await options.strike();
    session.close();
    await watcher.until('the arm stands', (state) => speedOf(state) === 0);
    const log = await watcher.readLogUntil('the arm stops', before, (entries) => hasStopped(entries, struckAt));
    const stop = describeStop(log, struckAt);
    return { stop, run: await faults.untilRunEnded(runID) };
  } finally {
    await watcher.close();
  }
}
