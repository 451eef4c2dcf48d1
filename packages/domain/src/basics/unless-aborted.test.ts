import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { unlessAborted } from './unless-aborted.ts';

const never = new Promise<string>(() => undefined);

describe('unlessAborted', () => {
  it('resolves with the outcome of the task and leaves nothing at the signal', async () => {
    const { signal } = new AbortController();
    expect(await unlessAborted(Promise.resolve('done'), signal)).toBe('done');
    await expect(unlessAborted(Promise.reject(new Error('lost')), signal)).rejects.toThrow('lost');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('resolves with undefined when the signal aborts first', async () => {
    const ending = new AbortController();
    const outcome = unlessAborted(never, ending.signal);
    ending.abort();
    expect(await outcome).toBeUndefined();
    expect(await unlessAborted(never, ending.signal)).toBeUndefined();
    expect(await unlessAborted(Promise.reject(new Error('late')), ending.signal)).toBeUndefined();
  });
});
