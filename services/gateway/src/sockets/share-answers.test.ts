import { describe, expect, it } from 'vitest';
import { shareAnswers } from './share-answers.ts';

function answerOf(id: string, result: unknown): string {
  return JSON.stringify({ kind: 'response', id, ok: true, result });
}

function openSharedAnswers() {
  const asked: { id: string; answer: (text: string) => void; fail: (error: Error) => void }[] = [];
  const share = shareAnswers<{ id: string }>(
    ({ id }) => new Promise((resolve, reject) => void asked.push({ id, answer: resolve, fail: reject })),
  );
  return { asked, share };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('shareAnswers', () => {
  it('gives concurrent requests one later response, each with its own id', async () => {
    const { asked, share } = openSharedAnswers();
    const first = share({ id: '1' });
    await turn();
    const others = ['2', '3', '4'].map((id) => share({ id }));
    await turn();
    expect(asked.map(({ id }) => id)).toEqual(['1']);
    asked[0]?.answer(answerOf('1', 'old'));
    expect(await first).toBe(answerOf('1', 'old'));
    await turn();
    expect(asked.map(({ id }) => id)).toEqual(['1', '2']);
    asked[1]?.answer(answerOf('2', 'new'));
    expect(await Promise.all(others)).toEqual(['2', '3', '4'].map((id) => answerOf(id, 'new')));
  });

  it('rejects all of them after a failure, and sends a new request for the next', async () => {
    const { asked, share } = openSharedAnswers();
    const failed = Promise.allSettled([share({ id: '1' }), share({ id: '2' })]);
    await turn();
    asked[0]?.fail(new Error('gone'));
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = share({ id: '3' });
    await turn();
    asked[1]?.answer(answerOf('3', 'back'));
    expect(await again).toBe(answerOf('3', 'back'));
  });

  it('finds the id at any position', async () => {
    const share = shareAnswers<{ id: string }>(async ({ id }) => JSON.stringify({ id, kind: 'response' }));
    const [, second] = await Promise.all([share({ id: '"1' }), share({ id: '2' })]);
    expect(JSON.parse(second ?? '')).toEqual({ id: '2', kind: 'response' });
  });
});
