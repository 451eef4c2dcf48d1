import { describe, expect, it } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

describe('createRateLimit', () => {
  it('allows each key its burst, then a rate per second', () => {
    let now = 0;
    const limit = createRateLimit({ burst: 3, perSecond: 2, now: () => now });
    const takeFour = (key: string) => [0, 1, 2, 3].map(() => limit.take(key));
    expect(takeFour('a')).toEqual([true, true, true, false]);
    expect(takeFour('b')).toEqual([true, true, true, false]);
    expect([limit.hasOne('a'), limit.secondsUntil('a')]).toEqual([false, 1]);
    now = 1000;
    expect(takeFour('a')).toEqual([true, true, false, false]);
    now = 60_000;
    expect(takeFour('a')).toEqual([true, true, true, false]);
  });

  it('remembers a maximum of keys, those used last', () => {
    const limit = createRateLimit({ burst: 1, perSecond: 1, now: () => 0, maxKeys: 2 });
    expect(['a', 'b', 'a', 'c', 'a'].map((key) => limit.take(key))).toEqual([true, true, false, true, false]);
    expect(limit.take('b'), 'was forgotten').toBe(true);
  });
});
