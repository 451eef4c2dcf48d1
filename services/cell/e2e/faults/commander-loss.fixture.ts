import type { ControllerState } from '@cellwright/controller-link';
import type { Run } from '@cellwright/domain';
import { machineTime, speedOf } from './arm-watcher.fixture.ts';
import { type FaultCell, persist } from './fault-cell.fixture.ts';
import { sweepFile, sweepSpeed } from './routines.fixture.ts';
import { describeStop, hasStopped, type StopReport } from './stop-oracle.fixture.ts';

export interface CommanderLoss {
  readonly stop: StopReport;
  /** The run as it is reported after the runner is back. */
  readonly run: Run;
}

export interface LossOptions {
  /** Override of the sweep, 0–1. */
  readonly speed: number;
  /** Share of the sweep's top speed that the arm has at least when the fault happens, 0–0.95. */
  readonly share: number;
  /** Time from the first movement to the fault at the earliest, ms. */
  readonly afterMS: number;
  /** What happens to the runner; resolves when it is back. Called while the arm moves. */
  readonly strike: () => Promise<void>;
}

/** One sweep at full speed and what comes before the first, ms: a slow one takes as much longer as it is slower. */
const sweepMS = 10_000;

/** Takes the runner away from a moving arm, and says what the arm did and what became of the run. */
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
