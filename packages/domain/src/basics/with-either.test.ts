import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { withEither } from './with-either.ts';

const untilAborted = (signal: AbortSignal) =>
  new Promise<unknown>((resolve) => signal.addEventListener('abort', () => resolve(signal.reason), { once: true }));

describe('withEither', () => {
  it('resolves or fails as its work does, and leaves nothing at the signals', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    expect(await withEither(first.signal, second.signal, async () => 'done')).toBe('done');
    const lost = withEither(first.signal, second.signal, () => Promise.reject(new Error('lost')));
    await expect(lost).rejects.toThrow('lost');
    expect([first, second].map(({ signal }) => getEventListeners(signal, 'abort'))).toEqual([[], []]);
  });

  it('aborts its work with the reason of the signal that aborts first', async () => {
    for (const index of [0, 1]) {
      const both = [new AbortController(), new AbortController()] as const;
      const reason = withEither(both[0].signal, both[1].signal, untilAborted);
      both[index]?.abort('first');
      both[1 - index]?.abort('second');
      expect(await reason).toBe('first');
    }
  });

  it('starts its work with an aborted signal if one of the two has aborted', async () => {
    const ended = AbortSignal.abort('before');
    const reason = withEither(new AbortController().signal, ended, async (signal) => signal.aborted && signal.reason);
    expect(await reason).toBe('before');
  });
});
