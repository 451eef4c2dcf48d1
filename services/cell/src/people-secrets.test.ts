import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, type Headers, type PeopleBench, password, startPeopleBench } from './testing/people-bench.fixture.ts';

let bench: PeopleBench;
let call: PeopleBench['call'];
beforeAll(async () => {
  bench = await startPeopleBench();
  ({ call } = bench);
  await bench.invite('owner', { account: true, connectToRobot: true });
});
afterAll(() => bench?.stop());

const statusOf = async (token: string) => (await call('GET', '/me', undefined, bearer(token))).status;
const openControlPanel = async (pin: string, headers: Headers): Promise<string> =>
  (await call('POST', '/control-panel-token', { pin }, headers)).body.accessToken;

describe('changed PIN', () => {
  it('ends only the control-panel tokens issued for the previous PIN', async () => {
    const { headers } = await bench.invite('pia', { controlPanel: true });
    const setPin = (pin: string) => call('POST', '/me/pin', { password, pin }, headers);
    expect((await setPin('493817')).status).toBe(200);
    const old = await openControlPanel('493817', headers);
    const api = (await call('GET', '/api-auth', undefined, headers)).body.token;
    expect(await statusOf(old)).toBe(200);
    expect((await setPin('271828')).status).toBe(200);
    await expect.poll(() => statusOf(old)).toBe(401);
    expect(await statusOf(api)).toBe(200);
    expect(await statusOf(await openControlPanel('271828', headers))).toBe(200);
  });

  it('fails when the new PIN is easy to guess', async () => {
    const { headers } = await bench.invite('petra', { controlPanel: true });
    for (const pin of ['0000', '1234', '1212', '1984']) {
      const refused = await call('POST', '/me/pin', { password, pin }, headers);
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('easy to guess')]);
    }
  });
});

describe('changed password', () => {
  it.each([
    { endTokens: false, expected: 200 },
    { endTokens: true, expected: 401 },
  ])('leaves the developer tokens at status $expected with endTokens $endTokens', async ({ endTokens, expected }) => {
    const { headers } = await bench.invite(`paul_${endTokens}`, { connectToRobot: true });
    const { body } = await call('POST', '/tokens', { name: 'CI' }, headers);
    const change = { currentPassword: password, newPassword: 'another long password', endTokens };
    expect((await call('POST', '/me/password', change, headers)).status).toBe(200);
    await expect.poll(() => statusOf(body.secret)).toBe(expected);
    expect((await call('GET', '/me', undefined, headers)).status, 'this session continues').toBe(200);
  });
});

describe('re-enabled user', () => {
  it('signs in again, and its earlier developer tokens stay revoked', async () => {
    const { id, headers } = await bench.invite('dora', { connectToRobot: true });
    const { body } = await call('POST', '/tokens', { name: 'CI' }, headers);
    expect((await call('PATCH', `/users/${id}`, { disabledBy: 'x' }, bench.admin)).status).toBe(200);
    expect((await call('PATCH', `/users/${id}`, { disabledBy: null }, bench.admin)).status).toBe(200);
    expect((await call('POST', '/login', { username: 'dora', password })).status).toBe(200);
    expect(await statusOf(body.secret)).toBe(401);
  });
});

/** Signs in from another address of this machine; resolves with the status. */
function signInFrom(localAddress: string, username: string): Promise<number> {
  const { hostname, port } = new URL(bench.url);
  const headers = { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const path = '/api/v1/cell/login';
    request({ hostname, port, path, method: 'POST', headers, localAddress }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    })
      .once('error', reject)
      .end(JSON.stringify({ username, password }));
  });
}

describe('flood of sign-ins by strangers', () => {
  it('does not prevent a user from signing in at a previously used address', async () => {
    await bench.invite('rosa', { connectToRobot: true });
    await call('POST', '/login', { username: 'rosa', password });
    let isOver = false;
    const statuses = new Set<number>();
    const flood = Array.from({ length: 60 }, async (_, index) => {
      for (let n = 0; !isOver; n++) statuses.add(await signInFrom('127.0.0.2', `stranger_${index}_${n}`));
    });
    const answers: number[] = [];
    for (let n = 0; n < 5; n++) answers.push((await call('POST', '/login', { username: 'rosa', password })).status);
    isOver = true;
    await Promise.all(flood);
    expect(answers).toEqual([200, 200, 200, 200, 200]);
    expect([...statuses].sort(), 'strangers are refused with words').toEqual([401, 429]);
  }, 60_000);
});
