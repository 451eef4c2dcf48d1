import { VirtualClock } from '@cellwright/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCellTime } from './cell-time.ts';

const cellAt = Date.parse('2026-11-27T10:00:00.000Z');

describe('The time of the cell', () => {
  it("follows the cell, regardless of changes to this machine's clock", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: -4e11, max: 4e11 }), { maxLength: 5 }), async (jumps) => {
        const clock = new VirtualClock();
        const time = createCellTime(clock);
        time.noteCellTime(cellAt);
        for (const byMS of jumps) {
          await clock.advance(500);
          clock.shiftWall(byMS);
          time.noteFrame();
        }
        expect(time.shownAt()).toBe(cellAt + 500 * jumps.length);
      }),
    );
  });

  it('stops 1 s after the last frame, and continues with the next one', async () => {
    const clock = new VirtualClock();
    const time = createCellTime(clock);
    time.noteCellTime(cellAt);
    time.noteFrame();
    await clock.advance(93_000);
    expect(time.shownAt()).toBe(cellAt + 1000);
    expect(time.quietMS()).toBe(93_000);
    time.noteFrame();
    expect(time.shownAt()).toBe(cellAt + 93_000);
    expect(time.quietMS()).toBe(0);
  });

  it("measures a run by the runner's clock, regardless of changes to the cell's clock", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -4e11, max: 4e11 }), fc.nat(1e6), async (setByMS, tookMS) => {
        const clock = new VirtualClock();
        const time = createCellTime(clock);
        const run = { startedAt: new Date(cellAt).toISOString(), startedSteadyMS: 5000 };
        time.noteCellTime(cellAt + tookMS + setByMS);
        time.noteFrame(5000 + tookMS);
        expect(time.elapsedMS(run)).toBe(tookMS);
        await clock.advance(300);
        expect(time.elapsedMS(run)).toBe(tookMS + 300);
        await clock.advance(60_000);
        expect(time.elapsedMS(run), 'it stops with the frames').toBe(tookMS + 1000);
      }),
    );
  });

  it('measures a run by the time of the cell where frames have no other', async () => {
    const time = createCellTime(new VirtualClock());
    const run = { startedAt: new Date(cellAt).toISOString(), startedSteadyMS: 5000 };
    time.noteCellTime(cellAt + 2000);
    time.noteFrame();
    expect(time.elapsedMS(run)).toBe(2000);
    expect(time.elapsedMS({ startedAt: new Date(cellAt + 9000).toISOString() }), 'never negative').toBe(0);
  });
});
