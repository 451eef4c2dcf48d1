import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { createHttp } from '../http.ts';
import { importRoutineFile, isCancelledImport } from './routine-import.ts';

const outcome = { routineID: 'routine_1', version: 1, created: true, remappedIds: {}, missing: [], problems: [] };

/** Creates an answer that a test releases. */
function startAnswer() {
  let resolve = (_answer: Response): void => undefined;
  const promise = new Promise<Response>((onAnswer) => {
    resolve = onAnswer;
  });
  return { promise, resolve: (answer: Response) => resolve(answer) };
}

/** Starts a cell that gives these answers in order and repeats the last one. */
function startCell(answers: readonly (() => Promise<Response>)[]) {
  const clock = new VirtualClock();
  const keys: (string | null)[] = [];
  const cancels: unknown[] = [];
  const fetch: typeof globalThis.fetch = (url, init) => {
    if (String(url).endsWith('/cancel')) {
      cancels.push(JSON.parse(String(init?.body)));
      return Promise.resolve(Response.json({ wasRunning: true }));
    }
    const answer = answers[Math.min(keys.length, answers.length - 1)];
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    return answer?.() ?? Promise.reject(new TypeError('fetch failed'));
  };
  const http = createHttp({ url: 'http://cell', fetch, clock });
  return { clock, keys, cancels, run: (signal?: AbortSignal) => importRoutineFile(http, '{}', { clock, signal }) };
}

const answer =
  (body: unknown, status = 200) =>
  async () =>
    Response.json(body, { status });
const lost = () => Promise.reject(new TypeError('fetch failed'));
const busy = answer({ error: 'unavailable', message: 'The import has not been confirmed.' }, 503);

describe('importRoutineFile', () => {
  it('asks again with the same key when an answer is lost, and returns the result of the import', async () => {
    const { clock, keys, run } = startCell([lost, busy, answer(outcome)]);
    expect(await clock.runUntilSettled(run())).toEqual(outcome);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it('does not ask again when the cell refuses the file', async () => {
    const { clock, keys, run } = startCell([answer({ error: 'request_failed_validation', message: 'No.' }, 400)]);
    await expect(clock.runUntilSettled(run())).rejects.toMatchObject({ code: 'request_failed_validation' });
    expect(keys).toHaveLength(1);
  });

  it('gives up after three requests', async () => {
    const { clock, keys, run } = startCell([busy]);
    await expect(clock.runUntilSettled(run())).rejects.toMatchObject({ message: 'The import has not been confirmed.' });
    expect(keys).toHaveLength(3);
  });

  it('requests the cancellation until the import ends with nothing stored', async () => {
    const ends = startAnswer();
    const { clock, keys, cancels, run } = startCell([() => ends.promise]);
    const cancel = new AbortController();
    const imported = run(cancel.signal).catch((error: unknown) => error);
    cancel.abort();
    await clock.advance(1200);
    expect(cancels).toEqual([{ key: keys[0] }, { key: keys[0] }, { key: keys[0] }]);
    const body = { error: 'conflict', message: 'The import was cancelled.', details: { reason: 'cancelled' } };
    ends.resolve(Response.json(body, { status: 409 }));
    expect(isCancelledImport(await clock.runUntilSettled(imported))).toBe(true);
    await clock.advance(5000);
    expect(cancels).toHaveLength(3);
    expect(keys).toHaveLength(1);
  });

  it('returns the routine when it was stored before the cancel arrived', async () => {
    const ends = startAnswer();
    const { clock, run } = startCell([() => ends.promise]);
    const cancel = new AbortController();
    const imported = run(cancel.signal);
    cancel.abort();
    ends.resolve(Response.json(outcome));
    expect(await clock.runUntilSettled(imported)).toEqual(outcome);
  });

  it('sends nothing when its caller had cancelled before', async () => {
    const { clock, keys, run } = startCell([busy]);
    await expect(clock.runUntilSettled(run(AbortSignal.abort()))).rejects.toSatisfy(isCancelledImport);
    expect(keys).toEqual([]);
  });
});
