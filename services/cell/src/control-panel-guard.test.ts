import { allCalls, type CallDefinition } from '@cellwright/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, type Headers, type PeopleBench, password, startPeopleBench } from './testing/people-bench.fixture.ts';

const pin = '493817';
let bench: PeopleBench;
let call: PeopleBench['call'];
let session: Headers;
let developerToken: Headers;
let unlocked: Headers;
beforeAll(async () => {
  bench = await startPeopleBench();
  ({ call } = bench);
  await bench.invite('owner', { account: true });
  session = (await bench.invite('sam', { connectToRobot: true, author: true, controlPanel: true })).headers;
  await call('POST', '/me/pin', { password, pin }, session);
  unlocked = bearer((await call('POST', '/control-panel-token', { pin }, session)).body.accessToken);
  const permissions = ['connectToRobot', 'author', 'controlPanel'];
  developerToken = bearer((await call('POST', '/tokens', { name: 'CI', permissions }, unlocked)).body.secret);
});
afterAll(() => bench?.stop());

describe.each([
  ['safety settings', '/safety-settings/1', { inputSafeguardRules: [] }],
  ['feature flags', '/feature-flags/1', { allowHighTorque: true }],
  ['network settings', '/network-settings/1', { strictTransportSecurity: true }],
  ['external control settings', '/external-control-settings/1', { robotKind: 'simulated' }],
  ['robot identity', '/robot-identity/1', { alias: 'Left' }],
])('control-panel guard of the %s', (_, path, change) => {
  const ways = [
    ['PATCH', path, change],
    ['PUT', path, { id: '1', ...change }],
    ['POST', `${path}/versions/1/restore`, undefined],
  ] as const;

  it.each(ways)('refuses %s with every developer token and with a locked session', async (method, url, body) => {
    for (const caller of [developerToken, session]) {
      const { status, body: answer } = await call(method, url, body, { ...caller, 'if-match': '"1"' });
      // Entities of identity have no versions.
      if (status === 404 && !url.startsWith('/safety-settings') && method === 'POST') continue;
      expect([status, answer.message]).toEqual([403, expect.stringContaining('developer tokens cannot')]);
    }
  });

  it('accepts a user with the PIN', async () => {
    // The bench has no library, which owns the safety settings: 503 follows the check.
    const expected = path.startsWith('/safety-settings') ? 503 : 200;
    expect((await call('PATCH', path, change, unlocked)).status).toBe(expected);
  });

  it('writes refused changes to the audit log', async () => {
    const entries = () =>
      call(
        'GET',
        `/audit?action=${encodeURIComponent(`PATCH /api/v1/cell${path.replace('/1', '/:id')}`)}`,
        undefined,
        bench.admin,
      );
    await expect
      .poll(async () => (await entries()).body.items)
      .toContainEqual(expect.objectContaining({ code: 'forbidden', subject: expect.objectContaining({ name: 'CI' }) }));
  });
});

describe('control-panel guard of calls', () => {
  const guarded = allCalls.filter(({ access }) => access === 'controlPanelPIN');
  const inputs = new Map<string, object>([
    ['updateEtherNetIPAddress', { host: '' }],
    ['joinFleet', { hubURL: 'http://hub.example', code: 'K7QF-2MWD' }],
    ['requestSoftwareInstall', { targetBuildID: '2.0' }],
  ]);
  const make = (call: CallDefinition, headers: Headers) => {
    const { method, path } = call.http;
    return bench.call(method, path, method === 'DELETE' ? undefined : (inputs.get(call.name) ?? {}), headers);
  };

  it.each(guarded.map((guardedCall) => [guardedCall.name, guardedCall] as const))(
    'refuses %s with a developer token and with a locked session, and accepts the PIN',
    async (_, guardedCall) => {
      for (const caller of [developerToken, session]) {
        const { status, body } = await make(guardedCall, caller);
        expect([status, body.message]).toEqual([403, expect.stringContaining('control-panel-token returns for your')]);
      }
      // The bench has no software update: 503 follows the check.
      const expected = guardedCall.owner === 'gateway' ? 200 : 503;
      expect((await make(guardedCall, unlocked)).status).toBe(expected);
      expect((await make(guardedCall, bench.admin)).status).toBe(expected);
    },
  );
});

describe('changed feature flag', () => {
  it('appears with the person in the audit log', async () => {
    await expect
      .poll(async () => (await call('GET', '/audit?action=featureFlags.', undefined, bench.admin)).body.items)
      .toContainEqual(
        expect.objectContaining({ outcome: 'accepted', subject: expect.objectContaining({ name: 'sam' }) }),
      );
  });
});
