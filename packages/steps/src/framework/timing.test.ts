import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { poll } from './timing.ts';

const { signal } = new AbortController();

describe('poll', () => {
  it('looks at once, then every 100 ms unless told otherwise', async () => {
    const clock = new VirtualClock();
    const looks: number[] = [];
    const answer = poll({ clock, signal }, () => (looks.push(clock.now()) === 4 ? 'found' : undefined));
    expect(await clock.runUntilSettled(answer)).toBe('found');
    expect(looks).toEqual([0, 100, 200, 300]);
  });

  it('ends at its deadline, not at the next look, and looks once more there', async () => {
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
