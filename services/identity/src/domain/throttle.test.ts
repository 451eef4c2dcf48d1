import { createMemoryStore } from '@cellwright/service-kit';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { type Guess, Throttle } from './throttle.ts';

function begin() {
  const clock = new VirtualClock();
  const store = createMemoryStore({ clock });
  const throttle = new Throttle(store, clock);
  const guess = async (what: Guess['what'], source: string, isRight = false): Promise<boolean> => {
    const admitted = await throttle.begin({ what, user: 'ada', source }).catch(() => undefined);
    await admitted?.settle(isRight);
    return admitted !== undefined;
  };
  return { clock, store, guess };
}

describe('Throttle', () => {
  it('A2: limits guesses of one source, also over a day', async () => {
    const { clock, guess } = begin();
    let heard = 0;
    for (let n = 0; n < 10_000; n++) {
      if (await guess('pin', 'session_1')) heard++;
      await clock.advance(1000);
    }
    expect(heard).toBeLessThan(40);
  });

  it('A2: limits guesses of many new sources, also over a day: a stolen password allows no additional PIN attempts', async () => {
    const { clock, guess } = begin();
    await guess('pin', 'own session', true);
    let heard = 0;
    for (let n = 0; n < 10_000; n++) {
      if (await guess('pin', `session_${n}`)) heard++;
      await clock.advance(1000);
    }
    expect(heard).toBeLessThan(60);
    expect(await guess('pin', 'own session', true)).toBe(true);
  });

  it('limits guesses of many sources without locking out a source with an earlier success', async () => {
    const { guess } = begin();
    await guess('password', 'home', true);
    let heard = 0;
    for (let n = 0; n < 1000; n++) if (await guess('password', `strange ${n}`)) heard++;
    expect(heard).toBeLessThan(30);
    expect(await guess('password', 'home', true)).toBe(true);
  });

  it('still admits some guesses per hour of a source with an earlier success', async () => {
    const { guess } = begin();
    await guess('password', 'home', true);
    for (let n = 0; n < 20; n++) await guess('password', 'home');
    expect(await guess('password', 'home', true)).toBe(true);
  });

  it('R20: accepts no PIN while nothing counts guesses, and counts password guesses in memory', async () => {
    const { clock, store } = begin();
    const away = new Throttle({ ...store, ping: () => Promise.reject(new Error('away')) }, clock);
    await expect(away.begin({ what: 'pin', user: 'ada', source: 's' })).rejects.toMatchObject({ code: 'unavailable' });
    for (let n = 0; n < 5; n++) await (await away.begin({ what: 'password', user: 'ada', source: 's' })).settle(false);
    const sixth = away.begin({ what: 'password', user: 'ada', source: 's' });
    await expect(sixth).rejects.toMatchObject({ code: 'rate_limited' });
  });
});
