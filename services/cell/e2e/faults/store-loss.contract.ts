import { describe, expect, it } from 'vitest';
import type { FaultCell } from './fault-cell.fixture.ts';
import { type StopTrial, stopWithout } from './stop-without-stores.fixture.ts';

/** The frozen store, the length of the freeze (ms), and the stop with its channel. */
export type StoreLossRow = readonly [StopTrial['victim'], StopTrial['waitMS'], StopTrial['message'], StopTrial['door']];

export interface StoreLossBounds {
  /** Factor on a timed figure. */
  readonly slack: number;
  readonly patience: number;
}

/** Tests that a stop is answered and executed while the stores of the cell's documents are frozen. */
export function describeStopsWithoutStores(
  faults: () => FaultCell,
  rows: readonly StoreLossRow[],
  { slack, patience }: StoreLossBounds,
): void {
  describe('stop that needs no store (C1)', () => {
    it.each(rows)(
      '%s, frozen for %i ms: %s by %s gets an answer at once, slows the arm down soon, and is recorded later',
      async (victim, waitMS, message, door) => {
        const outcome = await stopWithout(faults(), { victim, blow: 'freeze', waitMS, message, door });
        expect(outcome.stop).toMatchObject({ cause: message, movedAfter: 0 });
        expect(outcome.stop.speed).toBeGreaterThan(0);
        expect(outcome.answerMS).toBeLessThan(100 * slack);
        // A command needs time to start.
        if (door !== 'commandLine') expect(outcome.stop.decelerationMS).toBeLessThan(250 * slack);
        expect(outcome.runStatus).toBe('stopped');
      },
      patience,
    );
  });
}
