import { inExhaustiveRuns, pickRows } from '@cellwright/testkit/exhaustive';
import { beforeAll, describe, expect, it } from 'vitest';
import { addWelder, loseInWeld, stopInWeld, weldPoints } from './arc-loss.fixture.ts';
import type { FaultCell } from './fault-cell.fixture.ts';

/** From before the approach to the middle of the seam, ms after the start. */
const killMoments = Array.from({ length: 20 }, (_, index) => index * 250);

/** Tests that an arc ends with its arm and with its processes, in a cell of several processes. */
export function describeArcLosses(
  faults: () => FaultCell,
  { slack, patience }: { readonly slack: number; readonly patience: number },
): void {
  const losses = [
    // The closed connection ends the held outputs at once.
    { process: 'routine-runner', signal: 'SIGKILL', limitMS: 50 * slack },
    // The watchdog of the commander.
    { process: 'routine-runner', signal: 'SIGSTOP', limitMS: 200 + 50 * slack },
    // They end after their last renewal at the latest. The connections of a killed process close after its memory is freed.
    { process: 'equipment', signal: 'SIGKILL', limitMS: 500 + 50 * slack },
    { process: 'equipment', signal: 'SIGSTOP', limitMS: 500 + 50 * slack },
  ] as const;
  const rows = losses.flatMap((loss) =>
    weldPoints.map((point) => ({ ...loss, point, title: `${loss.process} ${loss.signal} ${point}` })),
  );
  const always = ['routine-runner SIGKILL along the seam', 'equipment SIGKILL along the seam'];

  describe('An arc', () => {
    beforeAll(() => addWelder(faults()), patience);

    it.each(pickRows(weldPoints, ['along the seam']))(
      'ends in the controller together with the start of a stop: %s',
      async (point) => {
        const { sinceStopMS } = await stopInWeld(faults(), point);
        expect(sinceStopMS).toBeLessThan(1);
      },
      patience,
    );

    it.each(
      pickRows(
        rows,
        rows.filter(({ title }) => always.includes(title)),
      ),
    )(
      'ends in time after the loss of a process and does not start again: $title',
      async ({ point, limitMS, ...loss }) => {
        const { run, offAfterMS, starts, startsAfterSignal } = await loseInWeld(faults(), point, loss);
        expect(offAfterMS).toBeLessThanOrEqual(limitMS);
        expect(starts).toBeLessThanOrEqual(1);
        expect(startsAfterSignal).toBe(0);
        expect(run.status).not.toBe('completed');
      },
      patience,
    );

    inExhaustiveRuns(() => {
      it.each(killMoments)(
        'does not start again when the runner dies %i ms after the start of the weld',
        async (delayMS) => {
          const loss = { process: 'routine-runner', signal: 'SIGKILL' } as const;
          const { run, offAfterMS, starts, startsAfterSignal } = await loseInWeld(faults(), delayMS, loss);
          expect(offAfterMS).toBeLessThanOrEqual(50 * slack);
          expect(starts).toBeLessThanOrEqual(1);
          expect(startsAfterSignal).toBe(0);
          expect(run.status).not.toBe('completed');
        },
        patience,
      );
    });
  });
}
