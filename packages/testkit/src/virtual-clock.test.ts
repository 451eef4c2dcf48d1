import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VirtualClock } from './virtual-clock.ts';

describe('VirtualClock', () => {
  test('does not advance by itself', async () => {
    const clock = new VirtualClock();
    let fired = false;
    clock.schedule(0, () => {
      fired = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect([clock.now(), fired]).toEqual([0, false]);
    await clock.advance(0);
    expect(fired).toBe(true);
  });

  test('fires timers in order of time, then of creation, each at its own time', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.nat(50), { maxLength: 40 }), async (delays) => {
        const clock = new VirtualClock();
        const fired: [number, number][] = [];
        for (const [index, delay] of delays.entries())
          clock.schedule(delay, () => void fired.push([clock.now(), index]));
        await clock.advance(50);
        const expected = delays
          .map((delay, index): [number, number] => [delay, index])
          .sort(([a, i], [b, j]) => a - b || i - j);
        expect(fired).toEqual(expected);
      }),
    ));

  test('runs awaiting code between two timers', async () => {
    const clock = new VirtualClock();
    const times: number[] = [];
    const loop = async () => {
      for (let index = 0; index < 5; index += 1) {
        await clock.sleep(10);
        await Promise.resolve();
        times.push(clock.now());
      }
    };
    void loop();
    await clock.advance(35);
    expect(times).toEqual([10, 20, 30]);
  });

  test('does not fire a cancelled timer, even if another timer of the same moment cancelled it', async () => {
    const clock = new VirtualClock();
    const fired: string[] = [];
    clock.schedule(5, () => {
      fired.push('first');
      cancel();
    });
    const cancel = clock.schedule(5, () => void fired.push('second'));
    await clock.advance(10);
    expect(fired).toEqual(['first']);
    expect(clock.pendingTimers).toBe(0);
  });

  test('rejects an aborted sleep with the reason and leaves no timer', async () => {
    const clock = new VirtualClock();
    const abort = new AbortController();
    const sleeping = expect(clock.sleep(100, abort.signal)).rejects.toThrow('enough');
    abort.abort(new Error('enough'));
    await sleeping;
    expect(clock.pendingTimers).toBe(0);
    await expect(clock.sleep(1, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  });

  test('runs until idle and throws if that never happens', async () => {
    const clock = new VirtualClock();
    let left = 1000;
    const again = () => {
      left -= 1;
      if (left > 0) clock.schedule(60_000, again);
    };
    clock.schedule(60_000, again);
    await clock.runUntilIdle(100_000_000);
    expect([clock.now(), left]).toEqual([60_000_000, 0]);
    const forever = () => void clock.schedule(1000, forever);
    forever();
    await expect(clock.runUntilIdle(10_000)).rejects.toThrow('not idle after 10000 ms');
  });

  test('runs until a promise settles and throws if no timer can settle it', async () => {
    const clock = new VirtualClock();
    const work = clock.sleep(5000).then(() => 'done');
    expect(await clock.runUntilSettled(work)).toBe('done');
    expect(clock.now()).toBe(5000);
    await expect(clock.runUntilSettled(new Promise(() => undefined))).rejects.toThrow('not a timer of this clock');
  });

  test('steps wall time without affecting timers', async () => {
    const clock = new VirtualClock(new Date('2026-05-01T00:00:00Z'));
    let fired = false;
    clock.schedule(1000, () => {
      fired = true;
    });
    clock.shiftWall(-300_000);
    expect(clock.wallNow().toISOString()).toBe('2026-04-30T23:55:00.000Z');
    await clock.advance(999);
    expect(fired).toBe(false);
    await clock.advance(1);
    expect(fired).toBe(true);
  });
});
