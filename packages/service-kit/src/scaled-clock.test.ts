import { realTimeOf, timeScaleOf } from '@cellwright/domain/basics';
import { VirtualClock } from '@cellwright/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { systemClock } from './clock.ts';
import { loadConfig } from './config.ts';
import { createScaledClock, timeScaleConfig } from './scaled-clock.ts';

describe('createScaledClock', () => {
  it('returns the clock itself at a scale of 1', () => {
    expect(createScaledClock(systemClock, 1)).toBe(systemClock);
    expect(realTimeOf(systemClock)).toBe(systemClock);
    expect(timeScaleOf(systemClock)).toBe(1);
  });

  it('runs faster by its scale with the real date', async () => {
    const real = new VirtualClock();
    const clock = createScaledClock(real, 5);
    const [before, date] = [clock.now(), clock.wallNow()];
    await real.advance(200);
    expect(clock.now() - before).toBeCloseTo(1000, 9);
    expect(clock.wallNow().getTime() - date.getTime()).toBe(200);
    expect(realTimeOf(clock)).toBe(real);
    expect(timeScaleOf(clock)).toBe(5);
  });

  it('fires timers in the order of their times, none early and no cancelled one', async () => {
    const timer = fc.record({ ms: fc.integer({ min: 0, max: 10_000 }), isCancelled: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 1, max: 20, noNaN: true }), fc.array(timer, { maxLength: 20 }), check),
    );
    async function check(scale: number, timers: readonly { ms: number; isCancelled: boolean }[]): Promise<void> {
      const real = new VirtualClock();
      const clock = createScaledClock(real, scale);
      const start = clock.now();
      const fired: { readonly ms: number; readonly at: number }[] = [];
      const cancels = timers.map(({ ms }) => clock.schedule(ms, () => fired.push({ ms, at: clock.now() - start })));
      timers.forEach(({ isCancelled }, index) => {
        if (isCancelled) cancels[index]?.();
      });
      await real.advance(10_001);
      const wanted = timers.filter(({ isCancelled }) => !isCancelled).map(({ ms }) => ms);
      expect(fired.map(({ ms }) => ms).toSorted((a, b) => a - b)).toEqual(wanted.toSorted((a, b) => a - b));
      // Timers of the real clock have whole milliseconds.
      for (const { ms, at } of fired) {
        expect(at).toBeGreaterThanOrEqual(ms - 1e-6);
        expect(at).toBeLessThan(ms + scale + 1e-6);
      }
    }
  });

  it('sleeps scaled and rejects with the reason when aborted', async () => {
    const real = new VirtualClock();
    const clock = createScaledClock(real, 4);
    let isOver = false;
    void clock.sleep(1000).then(() => {
      isOver = true;
    });
    await real.advance(249);
    expect(isOver).toBe(false);
    await real.advance(1);
    expect(isOver).toBe(true);
    await expect(clock.sleep(60_000, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  });
});

describe('CELL_TIME_SCALE', () => {
  const schema = z.object(timeScaleConfig);
  it('defaults to 1 and refuses values below 1 or above 20', () => {
    expect(loadConfig(schema, {})).toEqual({ CELL_TIME_SCALE: 1 });
    expect(loadConfig(schema, { CELL_TIME_SCALE: '5' })).toEqual({ CELL_TIME_SCALE: 5 });
    for (const wrong of ['0', '0.5', '21', 'fast'])
      expect(() => loadConfig(schema, { CELL_TIME_SCALE: wrong })).toThrow('CELL_TIME_SCALE: must be');
  });
});
