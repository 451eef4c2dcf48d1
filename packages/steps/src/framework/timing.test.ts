import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { defaultTimeLimit, effectiveTimeLimit, poll } from './timing.ts';

const { signal } = new AbortController();

describe('poll', () => {
  it('checks immediately, then every 100 ms by default', async () => {
    const clock = new VirtualClock();
    const looks: number[] = [];
    const answer = poll({ clock, signal }, () => (looks.push(clock.now()) === 4 ? 'found' : undefined));
    expect(await clock.runUntilSettled(answer)).toBe('found');
    expect(looks).toEqual([0, 100, 200, 300]);
  });

  it('ends exactly at its deadline and checks once more there', async () => {
    const clock = new VirtualClock();
    const looks: number[] = [];
    const answer = poll({ clock, signal, everyMS: 100, forMS: 250 }, () => void looks.push(clock.now()));
    expect(await clock.runUntilSettled(answer)).toBeUndefined();
    expect(clock.now()).toBe(250);
    expect(looks).toEqual([0, 100, 200, 250]);
  });

  it('rejects when it is aborted', async () => {
    const abort = new AbortController();
    const answer = poll({ clock: new VirtualClock(), signal: abort.signal }, () => undefined);
    abort.abort(new Error('stopped'));
    await expect(answer).rejects.toThrow('stopped');
  });
});

describe('effectiveTimeLimit', () => {
  it("allows 250 ms of real time for the step's own work, however fast the clock is", () => {
    expect(effectiveTimeLimit(defaultTimeLimit)).toEqual({ limitMS: 250, warningMS: 187.5 });
    expect(effectiveTimeLimit(defaultTimeLimit, 5)).toEqual({ limitMS: 1250, warningMS: 937.5 });
    const device = { limitMS: 10_000, warningMS: null };
    expect(effectiveTimeLimit(device, 5)).toEqual(effectiveTimeLimit(device));
    expect(effectiveTimeLimit({ ...device, nominalMS: 9900 }, 5)?.limitMS).toBe(11_150);
  });
});
