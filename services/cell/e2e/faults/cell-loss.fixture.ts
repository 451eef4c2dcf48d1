import type { Run } from '@cellwright/domain/run';
import { readStartTime } from '@cellwright/embedded-postgres';
import { findRunning } from '../../src/data/data-folder.ts';
import { makeDataPath, type Shape, startCell, waitUntil } from '../harness.ts';
import { machineTime, speedOf } from './arm-watcher.fixture.ts';
import { mistreat, persist } from './fault-cell.fixture.ts';
import { sweepFile } from './routines.fixture.ts';
import { describeStop, hasStopped, type StopReport } from './stop-oracle.fixture.ts';

export interface CellLoss {
  readonly stop: StopReport;
  readonly run: Run;
  /** Processes of the killed cell that are still running in parallel to the new one. */
  readonly leftOver: readonly string[];
  readonly savedVersion: number;
}

/** Kills the cell itself while the arm moves, and starts it again on its data. */
export async function killCell(shape: Shape): Promise<CellLoss> {
  const data = makeDataPath();
  const first = mistreat(await startCell(shape, data.path), data.remove);
  const { routineID } = await first.cell.client.importRoutine(JSON.stringify(sweepFile()));
  const session = await first.openReadySession('simulated');
  await session.send('loadRoutine', { routineID });
  const watcher = await first.watch('simulated');
  const before = await watcher.newestIndex();
  const { runID } = await session.send('playRoutine', { isConfirmed: true });
  await watcher.until('the arm moves', (state) => speedOf(state) > 0.5);
  const former = findRunning(data.path)?.processes ?? [];
  const killedAt = machineTime();
  await first.cell.kill();
  // Compact: the commander detects it, stops its arm and ends. Processes: they continue without their supervisor until
  // the next start.
  if (shape === 'processes') await persist(() => session.send('stop', {}));
  await watcher.until('the arm stands', (state) => speedOf(state) === 0);
  const log = await watcher.readLogUntil('the arm stops', before, (entries) => hasStopped(entries, killedAt));
  const stop = describeStop(log, killedAt);
  await watcher.close();
  session.close();
  const isAlive = async (name: string) => {
    const process = former.find((each) => each.name === name);
    return process !== undefined && (await readStartTime(process.pid)) === process.startTime;
  };
  // Compact: they have a channel to the cell, so no search for them is needed.
  const followers = shape === 'compact' ? ['routine-runner', 'gateway'] : [];
  await waitUntil(async () => !(await Promise.all(followers.map(isAlive))).includes(true), 12_000);

  const second = mistreat(await startCell(shape, data.path), data.remove);
  try {
    const run = await second.untilRunEnded(runID);
    const { text } = await second.call('GET', `/routines/${routineID}`);
    const savedVersion = Number(JSON.parse(text).version);
    const leftOver: string[] = [];
    for (const { name, pid, startTime } of former) if ((await readStartTime(pid)) === startTime) leftOver.push(name);
    return { stop, run, leftOver, savedVersion };
  } finally {
    await second.remove();
  }
}
