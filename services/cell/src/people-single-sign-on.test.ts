import { createServer } from 'node:net';
import type { SingleSignOnSettings } from '@cellwright/identity';
import { createMemoryStore } from '@cellwright/service-kit';
import { startTestProvider, type TestProvider } from '@cellwright/testkit/open-id-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Headers, type PeopleAnswer, type PeopleBench, startPeopleBench } from './testing/people-bench.fixture.ts';

const cellURL = 'https://cell-7.example';
const clientSecret = 'a secret that the cell and its provider share';
const accounts = new Map<string, object>();
let bench: PeopleBench;
let provider: TestProvider;
let call: PeopleBench['call'];

beforeAll(async () => {
  const redirectURL = `${cellURL}/sign-in/provider`;
  provider = await startTestProvider({ clientID: 'cell-7', clientSecret, redirectURL, accounts });
  bench = await startPeopleBench(createMemoryStore(), {}, settingsOf(provider.issuer));
  ({ call } = bench);
});
afterAll(async () => {
  await bench?.stop();
  await provider?.stop();
});

function settingsOf(issuer: string): SingleSignOnSettings {
  return {
    issuer: new URL(issuer),
    clientID: 'cell-7',
    clientSecret,
    name: 'Plant login',
    scopes: 'openid profile email',
    roleClaim: 'roles',
    permissionsByRole: new Map([
      ['operators', ['connectToRobot']],
      ['authors', ['connectToRobot', 'author']],
      ['admins', ['account', 'controlPanel']],
    ]),
  };
}

async function begin(): Promise<{ url: string; attempt: string }> {
  return (await call('POST', '/login/provider', { origin: cellURL })).body;
}

/** Signs in at the provider, and hands its answer to the cell. */
async function signIn(subject: string): Promise<PeopleAnswer> {
  const { url, attempt } = await begin();
  const { search } = await provider.signIn(url, subject);
  return call('POST', '/login/provider/answer', { attempt, query: search });
}

async function signedIn(subject: string): Promise<Headers> {
  const answer = await signIn(subject);
  expect(answer.status, answer.text).toBe(200);
  return bench.as(answer.cookie);
}

const me = async (headers: Headers) => (await call('GET', '/me', undefined, headers)).body;

describe('single sign-on', () => {
  it('shows the provider to the sign-in page, without a session', async () => {
    const { body } = await call('GET', '/login/provider');
    expect(body).toEqual({ provider: { name: 'Plant login' } });
  });

  it('signs in a user by cookie whom the first sign-in creates with the permissions of its roles', async () => {
    accounts.set('1', {
      ...{ name: 'Ada Lovelace', preferred_username: 'ada', email: 'ada@plant.example', email_verified: true },
      roles: ['operators', 'authors', 'gardeners'],
    });
    const answer = await signIn('1');
    expect(answer.cookie).toMatch(/^cw_session=.*HttpOnly; SameSite=Strict/);
    const { user, subject } = await me(bench.as(answer.cookie));
    expect(user).toMatchObject({
      ...{ username: 'ada', name: 'Ada Lovelace', email: { email: 'ada@plant.example' }, managedBy: 'Plant login' },
      permissions: { account: false, connectToRobot: true, author: true, controlPanel: false },
    });
    expect(subject.permissions).toEqual(['connectToRobot', 'author']);
    expect((await me(await signedIn('1'))).user.id).toBe(user.id);
    const audit = (await call('GET', '/audit?limit=50', undefined, bench.admin)).body.items;
    expect(audit.filter(({ action }: { action: string }) => action === 'people.signInByProvider')).toHaveLength(2);
  });

  it('changes the permissions of all sessions with the roles of the next sign-in, and refuses other changes', async () => {
    accounts.set('2', { preferred_username: 'bob', roles: ['admins'] });
    const early = await signedIn('2');
    const { user } = await me(early);
    expect(user.permissions).toMatchObject({ account: true, controlPanel: true, author: false });
    accounts.set('2', { preferred_username: 'robert', name: 'Bob', roles: 'operators' });
    await signedIn('2');
    expect((await me(early)).subject.permissions).toEqual(['connectToRobot']);
    expect((await me(early)).user).toMatchObject({ username: 'bob', name: 'Bob' });
    const change = { permissions: { account: true } };
    const refused = await call('PATCH', `/users/${user.id}`, change, bench.admin);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The permissions of Bob come from Plant login. Change the roles there',
    ]);
    expect((await call('PATCH', `/users/${user.id}`, { managedBy: '' }, bench.admin)).status).toBe(403);
  });

  it('refuses a user without a role of this cell, and a disabled user', async () => {
    accounts.set('3', { preferred_username: 'carl', roles: ['gardeners'] });
    expect(await signIn('3')).toMatchObject({ status: 403, cookie: '' });
    accounts.set('3', { preferred_username: 'carl', roles: ['operators'] });
    const carl = await signedIn('3');
    await call('PATCH', `/users/${(await me(carl)).user.id}`, { disabledBy: 'admin' }, bench.admin);
    expect((await call('GET', '/me', undefined, carl)).status).toBe(401);
    expect(await signIn('3')).toMatchObject({ status: 403, cookie: '' });
  });

  it('never gives the access of a local user to an account with the same name', async () => {
    const dora = await bench.invite('dora', { account: true });
    accounts.set('4', { preferred_username: 'Dora', email: 'dora@plant.example', roles: ['operators'] });
    const { user } = await me(await signedIn('4'));
    expect(user).toMatchObject({ username: 'Dora-2', permissions: { account: false } });
    expect(user.id).not.toBe(dora.id);
    expect(user.email, 'an address that the provider has not verified').toBeUndefined();
    expect((await me(dora.headers)).user.username).toBe('dora');
  });

  it('has no password, and sets a PIN after a new sign-in', async () => {
    accounts.set('5', { preferred_username: 'eve', roles: ['admins'] });
    const eve = await signedIn('5');
    const { user } = await me(eve);
    expect((await call('POST', `/users/${user.id}/reset-link`, {}, bench.admin)).status).toBe(409);
    const passwords = { currentPassword: 'correct horse battery', newPassword: 'another horse battery' };
    expect((await call('POST', '/me/password', passwords, eve)).status).toBe(409);
    expect((await call('POST', '/login', { username: 'eve', password: 'correct horse battery' })).status).toBe(401);
    expect((await call('POST', '/me/pin', { pin: '4711' }, eve)).status).toBe(200);
    expect((await call('POST', '/control-panel-token', { pin: '4711' }, eve)).status).toBe(200);
    await bench.query(`UPDATE identity."Session" SET "createdAt" = "createdAt" - interval '11 minutes'`);
    const late = await call('POST', '/me/pin', { pin: '4712' }, eve);
    expect([late.status, late.body.message]).toEqual([
      403,
      'Sign out, sign in again and set the PIN within ten minutes',
    ]);
  });
});

describe('answer of a provider', () => {
  it('counts once, and only for the browser that began', async () => {
    accounts.set('6', { preferred_username: 'fay', roles: ['operators'] });
    const [mine, other] = [await begin(), await begin()];
    const { search: query } = await provider.signIn(mine.url, '6');
    const tries = [
      { attempt: other.attempt, query },
      { attempt: `${mine.attempt.slice(0, -2)}xx`, query },
      { attempt: mine.attempt, query: query.replace('code=', 'code=x') },
      { attempt: mine.attempt, query: '?error=access_denied' },
    ];
    for (const wrong of tries)
      expect(await call('POST', '/login/provider/answer', wrong)).toMatchObject({ status: 401, cookie: '' });
    expect((await call('POST', '/login/provider/answer', { attempt: mine.attempt, query })).status).toBe(200);
    expect((await call('POST', '/login/provider/answer', { attempt: mine.attempt, query })).status).toBe(401);
  });
});

describe('provider that is away', () => {
  it('lets local users in, and answers by name until it is back', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await new Promise((resolve) => silent.close(resolve));
    const alone = await startPeopleBench(createMemoryStore(), {}, settingsOf(`http://127.0.0.1:${port}`));
    try {
      await alone.invite('gus', { account: true });
      const refused = await alone.call('POST', '/login/provider', { origin: cellURL });
      expect([refused.status, refused.body.message]).toEqual([
        503,
        'Plant login does not answer. Sign in with a username and password, or try again',
      ]);
      const gus = await alone.signIn('gus');
      expect((await alone.call('GET', '/me', undefined, gus)).body.user.username).toBe('gus');
    } finally {
      await alone.stop();
    }
  });
});
