import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  calls,
  type GatewayBench,
  goodToken,
  startGatewayBench,
  watcherToken,
} from '../testing/gateway-bench.fixture.ts';

let bench: GatewayBench;
beforeAll(async () => {
  bench = await startGatewayBench();
});
afterAll(() => bench.stop());
beforeEach(() => void calls.splice(0));

const ask = (path: string, init: RequestInit = {}, token = goodToken) => {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${token}`);
  if (init.body !== undefined) headers.set('content-type', 'application/json');
  return fetch(`${bench.url}/api/v1/cell/routines/${path}`, { ...init, headers });
};
const post = (path: string, body?: unknown, token = goodToken) =>
  ask(path, { method: 'POST', ...(body !== undefined && { body: JSON.stringify(body) }) }, token);

/** Returns the copy requests to the library, without the gateway's own calls. */
const copiesAsked = () => calls.filter(({ method }) => ['duplicateRoutine', 'createFromTemplate'].includes(method));

describe('The changes of a routine', () => {
  it('describe the newest save, or the difference between the named versions', async () => {
    const changes = [{ kind: 'renamed', text: "Renamed to 'X'" }];
    expect(await (await ask('r/changes')).json()).toEqual({ from: 4, to: 5, changes });
    expect(await (await ask('r/changes?from=3&to=5')).json()).toEqual({ from: 3, to: 5, changes });
    expect((await ask('r/changes?from=0')).status).toBe(400);
  });
});

describe('A copy', () => {
  it('needs a request on behalf of the caller, and comes with its version', async () => {
    const answer = await post('r/duplicate', { name: 'Mine' });
    expect([answer.status, answer.headers.get('etag'), await answer.json()]).toEqual([
      200,
      '"1"',
      { id: 'routine_copy' },
    ]);
    expect(copiesAsked()).toMatchObject([
      { method: 'duplicateRoutine', request: { id: 'r', name: 'Mine', author: { name: 'Ada' } } },
    ]);
  });

  it('with an idempotency key that is too long is rejected, not compared by its beginning', async () => {
    const headers = { 'idempotency-key': 'a'.repeat(201) };
    const answer = await ask('r/duplicate', { method: 'POST', body: '{}', headers });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { message: 'An Idempotency-Key can have at most 200 characters. Send a shorter one' },
    ]);
    expect(copiesAsked()).toEqual([]);
  });

  it('needs no name, and can be created from a template', async () => {
    expect((await post('from-template/r')).status).toBe(200);
    expect(copiesAsked()).toMatchObject([{ method: 'createFromTemplate', request: { id: 'r' } }]);
    expect(copiesAsked()[0]).not.toHaveProperty('request.name');
  });

  it.each([
    ['an empty name', { name: '' }, goodToken, 400],
    ['something that is no object', [], goodToken, 400],
    ['no permission', {}, watcherToken, 403],
  ])('with %s is rejected', async (_what, body, token, status) => {
    expect((await post('r/duplicate', body, token)).status).toBe(status);
    expect(copiesAsked()).toEqual([]);
  });
});
