import { describe, expect, test } from 'vitest';
import { systemClock } from './clock.ts';

describe('systemClock', () => {
  test('counts monotonic time separately from wall time', () => {
    const [first, second] = [systemClock.now(), systemClock.now()];
    expect(second).toBeGreaterThanOrEqual(first);
    expect(systemClock.wallNow()).toBeInstanceOf(Date);
  });

  test('sleeps and rejects with the reason when aborted', async () => {
    await systemClock.sleep(1);
    await expect(systemClock.sleep(60_000, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
    const abort = new AbortController();
    const sleeping = expect(systemClock.sleep(60_000, abort.signal)).rejects.toThrow('during');
    abort.abort(new Error('during'));
    await sleeping;
  });

  test('does not fire early for a delay that exceeds the limit of timers', async () => {
    let fired = false;
    const cancel = systemClock.schedule(2 ** 40, () => {
      fired = true;
    });
    await systemClock.sleep(5);
    cancel();
    expect(fired).toBe(false);
  });
});
