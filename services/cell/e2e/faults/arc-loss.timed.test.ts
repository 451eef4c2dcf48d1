// Timed: an arc ends within milliseconds of the loss of a process.
import { pickRows } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addWelder, loseInWeld, stopInWeld, weldPoints } from './arc-loss.fixture.ts';
import type { ArmWatcher } from './arm-watcher.fixture.ts';
import { type FaultCell, startFaultCell } from './fault-cell.fixture.ts';

// With five times the allowance of the survival table, because the machine that runs the tests is busy.
const allowance = 5;
/** Time until the controller has ended the arc, ms. */
const limits = [
  // The closed connection ends the pulses at once.
  { process: 'routine-runner', signal: 'SIGKILL', limitMS: 50 * allowance },
  // The commander's watchdog of 200 ms.
  { process: 'routine-runner', signal: 'SIGSTOP', limitMS: 200 + 50 * allowance },
  // The runner ends the pulses when the ports are no longer followed.
  { process: 'equipment', signal: 'SIGKILL', limitMS: 50 * allowance },
  // The pulses end 500 ms after their last renewal.
  { process: 'equipment', signal: 'SIGSTOP', limitMS: 500 + 50 * allowance },
] as const;
const rows = limits.flatMap((loss) =>
  weldPoints.map((point) => ({ ...loss, point, title: `${loss.process} ${loss.signal} ${point}` })),
);
const always: readonly string[] = [
  'routine-runner SIGKILL along the seam',
  'routine-runner SIGSTOP while the torch rests',
  'equipment SIGKILL along the seam',
];
const chosen = rows.filter(({ title }) => always.includes(title));

let faults: FaultCell;
let watcher: ArmWatcher;
beforeAll(async () => {
  faults = await startFaultCell('processes');
  watcher = await faults.watch('simulated');
  await addWelder(faults);
}, 120_000);
afterAll(async () => {
  await watcher.close();
  await faults.remove();
}, 60_000);

describe('An arc whose arm is stopped', () => {
  it.each(pickRows(weldPoints, ['along the seam']))(
    'ends in the controller together with the start of the stop: %s',
    async (point) => {
      expect(await stopInWeld(faults, watcher, point)).toBeLessThan(1);
    },
    60_000,
  );
});

describe('An arc whose process is lost', () => {
  it.each(pickRows(rows, chosen))(
    'ends in time and does not start again: $title',
    async ({ point, limitMS, ...loss }) => {
      const { run, offAfterMS, starts, startsAfterSignal } = await loseInWeld(faults, watcher, point, loss);
      expect(offAfterMS).toBeLessThanOrEqual(limitMS);
      expect(starts).toBeLessThanOrEqual(1);
      expect(startsAfterSignal).toBe(0);
      expect(run.status).not.toBe('completed');
    },
    90_000,
  );
});
