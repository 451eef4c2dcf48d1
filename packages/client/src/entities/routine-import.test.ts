import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { createHttp } from '../http.ts';
import { importRoutineFile } from './routine-import.ts';

const outcome = { routineID: 'routine_1', version: 1, created: true, remappedIds: {}, missing: [], problems: [] };

/** A cell that gives these answers in order, the last one for ever. */
function startCell(answers: readonly (() => Promise<Response>)[]) {
  const clock = new VirtualClock();
  const keys: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = (_url, init) => {
    const answer = answers[Math.min(keys.length, answers.length - 1)];
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    return answer?.() ?? Promise.reject(new TypeError('fetch failed'));
  };
  const http = createHttp({ url: 'http://cell', fetch, clock });
  return { clock, keys, run: (signal?: AbortSignal) => importRoutineFile(http, '{}', { clock, signal }) };
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

  it('does not ask again when its caller has cancelled', async () => {
    const { clock, keys, run } = startCell([busy]);
    const cancel = new AbortController();
    cancel.abort(new Error('cancelled'));
    await expect(clock.runUntilSettled(run(cancel.signal))).rejects.toThrow();
    expect(keys).toHaveLength(1);
  });
});
