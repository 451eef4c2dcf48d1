import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  calls,
  type GatewayBench,
  goodToken,
  startGatewayBench,
  watcherToken,
} from '../testing/gateway-bench.fixture.ts';

const operation = z.object({ parameters: z.array(z.object({ name: z.string(), in: z.string() })) });

let bench: GatewayBench;
beforeAll(async () => {
  bench = await startGatewayBench();
});
afterAll(() => bench.stop());

async function ask(path: string, init: RequestInit = {}, token = goodToken) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers };
  const answer = await fetch(`${bench.url}/api/v1/cell${path}`, { ...init, headers });
  return { status: answer.status, body: await answer.json() };
}

describe('The route of a call', () => {
  it('passes the parameters of the path and the query to the handler, and returns its output', async () => {
    const changes = [{ kind: 'renamed', text: "Renamed to 'X'" }];
    expect(await ask('/routines/r/changes?from=3')).toEqual({ status: 200, body: { from: 3, to: 5, changes } });
  });

  it.each([
    ['a value out of range', '/routines/r/changes?from=0', 'from'],
    ['a field that the input does not have', '/routines/r/changes?form=3', "There is no field 'form' here"],
    ['a parameter that is no id', '/routines/%00/changes', 'must not contain control characters'],
  ])('rejects %s, naming it', async (_, path, reason) => {
    const { status, body } = await ask(path);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(reason);
  });

  it('refuses a caller without the permission of the call', async () => {
    expect(await ask('/routines/r/changes', {}, watcherToken)).toMatchObject({ status: 403 });
    expect(await ask('/routines/r/changes', {}, 'nobody')).toMatchObject({ status: 401 });
  });

  it('forwards a document unchanged, without parsing it', async () => {
    expect(await ask('/routines/validate', { method: 'POST', body: '{"not":' })).toMatchObject({
      status: 200,
      body: { problems: [] },
    });
  });
});

describe('The route of a call that signs its caller in', () => {
  const signIn = (headers: Record<string, string> = {}, fields: object = {}) =>
    fetch(`${bench.url}/api/v1/cell/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'test', ...headers },
      body: JSON.stringify({ username: 'ada', password: 'correct horse battery', ...fields }),
    });

  it('accepts a field that the input does not have', async () => {
    expect((await signIn({}, { remember: true })).status).toBe(200);
  });

  it('needs no token, and returns the secret of the session only in the cookie', async () => {
    const answer = await signIn();
    expect([answer.status, await answer.json()]).toEqual([200, { userID: 'ada' }]);
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(cookie).toBe('cw_session=cws_new');
    const me = await fetch(`${bench.url}/api/v1/cell/me/sessions`, { headers: { cookie } });
    expect(me.status, 'the session is known when it is answered').not.toBe(401);
  });

  it('passes address and user agent of the caller to the owner', async () => {
    calls.splice(0);
    await signIn();
    expect(calls.filter(({ method }) => method === 'signIn')).toMatchObject([
      { request: { username: 'ada', author: { id: '', address: '127.0.0.1', userAgent: 'test' } } },
    ]);
  });

  it('rejects pages of another origin', async () => {
    expect((await signIn({ origin: 'http://elsewhere.example' })).status).toBe(403);
  });
});

it('The OpenAPI document has every field of a call in its place', async () => {
  const answer = await fetch(`${bench.url}/api/v1/openapi.json`, { headers: { authorization: `Bearer ${goodToken}` } });
  const { paths } = z
    .object({ paths: z.looseObject({ '/api/v1/cell/routines/{id}/changes': z.object({ get: operation }) }) })
    .parse(await answer.json());
  const { parameters } = paths['/api/v1/cell/routines/{id}/changes'].get;
  expect(parameters.map((each) => `${each.in} ${each.name}`).sort()).toEqual(['path id', 'query from', 'query to']);
});
