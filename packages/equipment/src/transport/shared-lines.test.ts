import { countFollowers } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { shareLines } from './shared-lines.ts';

const target = { host: '127.0.0.1', port: 5051, connectTimeoutMS: 1000, timeoutMS: 1000 };

describe('shareLines', () => {
  it('leaves nothing registered at signals whose questions were answered', async () => {
    const signals = new Set<AbortSignal | undefined>();
    const openLines = shareLines(() => ({
      async ask(_question, _isAnswer, { signal }) {
        signals.add(signal);
        return { ok: true, value: 'answer' };
      },
      close: () => Promise.resolve(),
    }));
    const { signal } = new AbortController();
    const lines = openLines(target);
    for (let index = 0; index < 3; index++) {
      await lines.ask('question', () => true, { signal });
      await lines.ask('question', () => true);
    }
    expect([...signals, signal].map((each) => each && countFollowers(each))).toEqual([0, 0, 0, 0, 0]);
  });

  it('cancels questions of a user that closes', async () => {
    const openLines = shareLines(() => ({
      ask: (_question, _isAnswer, { signal }) =>
        new Promise((resolve) =>
          signal?.addEventListener('abort', () =>
            resolve({ ok: false, failure: { kind: 'aborted', message: 'cancelled', wasSent: false } }),
          ),
        ),
      close: () => Promise.resolve(),
    }));
    const lines = openLines(target);
    const asked = [lines.ask('question', () => true), lines.ask('question', () => true, new AbortController())];
    await lines.close();
    for (const each of asked) expect(await each).toMatchObject({ ok: false, failure: { kind: 'aborted' } });
  });
});
