import { flushPromises, VirtualClock } from '@cellwright/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RunClock } from './run-clock.ts';

describe('The clock of a run', () => {
  it('stops while paused', async () => {
    const base = new VirtualClock();
    const clock = new RunClock(base);
    await base.advance(100);
    clock.pause();
    await base.advance(1000);
    expect(clock.now()).toBe(100);
    clock.resume();
    await base.advance(50);
    expect(clock.now()).toBe(150);
  });

  it('leaves no timer behind when a sleep is aborted, also while paused', async () => {
    const base = new VirtualClock();
    const clock = new RunClock(base);
    const abort = new AbortController();
    const sleep = clock.sleep(1000, abort.signal);
    clock.pause();
    abort.abort(new Error('enough'));
    await expect(sleep).rejects.toThrow('enough');
    clock.resume();
    expect(base.pendingTimers).toBe(0);
  });

  it('sleeps longer than the longest timer', async () => {
    const base = new VirtualClock();
    const month = 30 * 86_400_000;
    const sleep = new RunClock(base).sleep(month);
    await base.runUntilSettled(sleep, month + 1);
    expect(base.now()).toBe(month);
  });

  it('keeps the remainder of a wait across any number of pauses (R9)', async () => {
    const pauses = fc.array(fc.record({ after: fc.nat(500), length: fc.nat(10_000) }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3000 }), pauses, async (waitMS, plan) => {
        const base = new VirtualClock();
        const clock = new RunClock(base);
        let endedAt: number | undefined;
        clock.schedule(waitMS, () => {
          endedAt = base.now();
        });
        let pausedMS = 0;
        for (const { after, length } of plan) {
          await base.advance(after);
          if (endedAt !== undefined) break;
          clock.pause();
          await base.advance(length);
          clock.resume();
          pausedMS += length;
        }
        await base.runUntilIdle();
        await flushPromises();
        expect(endedAt).toBe(waitMS + pausedMS);
      }),
      { numRuns: 200 },
    );
  });
});
