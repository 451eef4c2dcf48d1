// Timed: how soon machines lose the signal that the robot is clear of them. In exhaustive runs only: compact.timed.test.ts has
// a loss in the middle of a program.
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultCell, startFaultCell } from './fault-cell.fixture.ts';
import { addMachines, killInProgram, type Machines } from './machine-loss.fixture.ts';

/** Limit for the end of the signal, 250 ms, with five times the allowance, because the machine that runs the tests is busy. */
const signalEndsMS = 250 * 5;

inExhaustiveRuns(() => {
  let faults: FaultCell;
  let machines: Machines;
  beforeAll(async () => {
    faults = await startFaultCell('compact');
    machines = await addMachines(faults);
  }, 120_000);
  afterAll(() => faults?.remove(), 60_000);

  describe('machine tools whose robot loses its commander', () => {
    it.each(Array.from({ length: 20 }, (_, index) => index * 200))(
      'lose the signal that the robot is clear of them when the runner dies %i ms after the start of the run',
      async (delayMS) => {
        const { cycles, wasBegun, isCompleted, safeAfterMS } = await killInProgram(faults, machines, delayMS);
        expect(safeAfterMS).toBeLessThan(signalEndsMS);
        expect(cycles).toBeLessThanOrEqual(1);
        if (wasBegun && isCompleted) expect(cycles).toBe(1);
      },
      120_000,
    );
  });
});
