import { AccessKind } from '@cellwright/proto/identity';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  adminKey,
  calls,
  type GatewayBench,
  goodToken,
  startGatewayBench,
  watcherToken,
} from '../testing/gateway-bench.fixture.ts';

const authorSession = 'cws_author';
const operatorSession = 'cws_operator';
const operatorToken = 'cw_operator';

let bench: GatewayBench;
beforeAll(async () => {
  bench = await startGatewayBench();
  const session = { kind: AccessKind.ACCESS_KIND_SESSION };
  bench.identity.grant(authorSession, { subjectId: 'u1', name: 'Ada', permissions: ['author'], ...session });
  bench.identity.grant(operatorSession, { subjectId: 'u2', name: 'Otto', permissions: ['connectToRobot'], ...session });
  bench.identity.grant(operatorToken, { subjectId: 't3', name: 'Assistant', permissions: ['connectToRobot'] });
  await vi.waitUntil(async () => (await post('/routine-proposals/p/accept', cookie(authorSession))).ok);
});
afterAll(() => bench.stop());
beforeEach(() => void calls.splice(0));

const cookie = (secret: string) => ({ cookie: `cw_session=${secret}`, origin: bench.url });
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

function post(path: string, credentials: Readonly<Record<string, string>>, body: object = {}) {
  const headers = { 'content-type': 'application/json', ...credentials };
  return fetch(`${bench.url}/api/v1/cell${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

const decisions = () => calls.filter(({ method }) => ['acceptProposal', 'rejectProposal'].includes(method));

describe('The routes of proposals', () => {
  it('let a user with the permission author decide', async () => {
    expect((await post('/routine-proposals/p/accept', cookie(authorSession))).status).toBe(200);
    const rejected = await post('/routine-proposals/p/reject', cookie(authorSession), { reason: 'Too fast' });
    expect([rejected.status, await rejected.json()]).toEqual([200, { id: 'p', status: 'rejected' }]);
    expect(decisions()).toMatchObject([
      { request: { id: 'p', author: { id: 'u1', name: 'Ada', access: 'session' } } },
      { request: { id: 'p', reason: 'Too fast', author: { id: 'u1' } } },
    ]);
  });

  it.each([
    ['a token with the permission author', bearer(goodToken), 'Only a signed-in user can do this'],
    ['the key of this machine', bearer(adminKey), 'Only a signed-in user can do this'],
    ['a person without the permission', { cookie: `cw_session=${operatorSession}` }, "permission 'Author'"],
  ])('reject decisions of %s', async (_, credentials, reason) => {
    for (const [decision, body] of [
      ['accept', {}],
      ['reject', { reason: 'Too fast' }],
    ] as const) {
      const answer = await post(`/routine-proposals/p/${decision}`, { origin: bench.url, ...credentials }, body);
      expect([answer.status, JSON.stringify(await answer.json())]).toEqual([403, expect.stringContaining(reason)]);
    }
    expect(decisions()).toEqual([]);
  });

  it('accept a proposal from a token without the permission author, but not without a note or with an unknown field', async () => {
    const propose = (query: string, token = operatorToken) =>
      post(`/routines/propose?${query}`, bearer(token), { routine: {} });
    expect((await propose('routineID=r&baseVersion=3&note=Faster')).status).toBe(200);
    expect((await propose('routineID=r&baseVersion=3')).status).toBe(400);
    expect((await propose('routineID=r&version=3&note=Faster')).status).toBe(400);
    expect((await propose('note=Faster', watcherToken)).status).toBe(403);
    expect(calls.filter(({ method }) => method === 'proposeRoutineVersion')).toMatchObject([
      { request: { routineID: 'r', baseVersion: 3, note: 'Faster', author: { name: 'Assistant' } } },
    ]);
  });

  it('offer no way to write a proposal as a document', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const path = method === 'POST' ? '/routine-proposals' : '/routine-proposals/p';
      const headers = { 'content-type': 'application/json', ...bearer(goodToken) };
      const answer = await fetch(`${bench.url}/api/v1/cell${path}`, { method, headers, body: '{"status":"accepted"}' });
      expect([method, [404, 405].includes(answer.status)]).toEqual([method, true]);
    }
  });
});
