import { describe, expect, it } from 'vitest';
import type { FaultCell } from './fault-cell.fixture.ts';
import { type StopTrial, stopWithout } from './stop-without-stores.fixture.ts';

/** The frozen store, the length of the freeze (ms), and the stop with its way in. */
export type StoreLossRow = readonly [StopTrial['victim'], StopTrial['waitMS'], StopTrial['message'], StopTrial['door']];

export interface StoreLossBounds {
  /** How often a timed figure may be taken. */
  readonly slack: number;
  readonly patience: number;
}

/** A stop is answered and obeyed while what keeps the cell's documents is frozen. */
export function describeStopsWithoutStores(
  faults: () => FaultCell,
  rows: readonly StoreLossRow[],
  { slack, patience }: StoreLossBounds,
): void {
  describe('a stop that needs no store (C1)', () => {
    it.each(rows)(
      '%s, frozen for %i ms: %s by %s is answered at once, slows the arm down soon, and is recorded later',
      async (victim, waitMS, message, door) => {
        const outcome = await stopWithout(faults(), { victim, blow: 'freeze', waitMS, message, door });
        expect(outcome.stop).toMatchObject({ cause: message, movedAfter: 0 });
        expect(outcome.stop.speed).toBeGreaterThan(0);
        expect(outcome.answerMS).toBeLessThan(100 * slack);
        // A command has to start first.
        if (door !== 'commandLine') expect(outcome.stop.decelerationMS).toBeLessThan(250 * slack);
        expect(outcome.runStatus).toBe('stopped');
      },
      patience,
    );
  });
}
