import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { bearer, type PeopleBench, password, startPeopleBench, tokenOf } from './testing/people-bench.fixture.ts';

let bench: PeopleBench;
let url = '';
let admin: PeopleBench['admin'];
let call: PeopleBench['call'];
let as: PeopleBench['as'];
let signIn: PeopleBench['signIn'];
let invite: PeopleBench['invite'];

beforeAll(async () => {
  bench = await startPeopleBench();
  ({ url, admin, call, as, signIn, invite } = bench);
});
afterAll(() => bench?.stop());

describe('cell without users', () => {
  it('A3: has no default credentials, and a link that creates the first user once', async () => {
    for (const username of ['admin', 'root', 'operator', 'cellwright'])
      expect((await call('POST', '/login', { username, password: username })).status).toBe(401);
    const { body } = await call('POST', '/setup/link', undefined, admin);
    const wanted = { token: tokenOf(body.link), username: 'Ada', name: 'Ada', password };
    const first = await call('POST', '/setup', wanted);
    expect(first.status, first.text).toBe(200);
    expect(first.cookie).toMatch(/^cw_session=.*HttpOnly; SameSite=Strict/);
    const me = await call('GET', '/me', undefined, as(first.cookie));
    expect(me.body).toMatchObject({
      subject: { permissions: ['account', 'connectToRobot', 'author'] },
      user: { username: 'Ada', permissions: { account: true, connectToRobot: true, author: true, controlPanel: true } },
    });
    expect((await call('POST', '/setup', wanted)).status).toBe(401);
    expect((await call('POST', '/setup/link', undefined, admin)).body).toEqual({ link: null });
  });
});

describe('cell without single sign-on', () => {
  it('offers no provider', async () => {
    expect((await call('GET', '/login/provider')).body).toEqual({ provider: null });
    expect((await call('POST', '/login/provider', { origin: url })).status).toBe(404);
    expect((await call('POST', '/login/provider/answer', { attempt: 'x', query: '?code=x' })).status).toBe(404);
  });
});

describe('user of a cell', () => {
  it('A1: has a password and a PIN stored as argon2id and never returned', async () => {
    const ada = await signIn('ada');
    expect((await call('POST', '/me/pin', { password, pin: '4711' }, ada)).status).toBe(200);
    const { rows } = await bench.query('SELECT * FROM identity."Credential"');
    expect(JSON.stringify(rows)).toMatch(/\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const documents = await bench.query('SELECT "body" FROM identity."Entity"');
    const seen = (await call('GET', '/users', undefined, ada)).text + JSON.stringify(documents.rows);
    expect(seen).not.toMatch(/argon2|4711|correct horse|"pin"|password/i);
  });

  it('does not exist under a name that no user can have', async () => {
    for (const username of ['\0', 'ada\0', '\ud800', "ada' or 1=1", ' '])
      expect((await call('POST', '/login', { username, password })).status, JSON.stringify(username)).toBe(401);
  });

  it('A8: changes its own fields, and cannot extend its permissions', async () => {
    const bob = await invite('bob', { connectToRobot: true });
    const path = `/users/${bob.id}`;
    expect((await call('PATCH', path, { name: 'Bob B.' }, bob.headers)).body.name).toBe('Bob B.');
    expect((await call('PATCH', path, { permissions: { account: true } }, bob.headers)).status).toBe(403);
    expect((await call('PATCH', path, { isUserVerified: false }, bob.headers)).status).toBe(403);
    expect((await call('PATCH', path, { pin: '1234' }, bob.headers)).status).toBe(400);
    expect((await call('PATCH', path, '{"__proto__":{"permissions":{"account":true}}}', bob.headers)).status).toBe(400);
    const [ada] = (await call('GET', '/users?name=Ada', undefined, bob.headers)).body.items;
    const stamps = ['createdAt', 'formatVersion', 'updatedAt', 'updatedByID', 'updatedByName', 'version'];
    expect(Object.keys(ada).sort()).toEqual(['id', 'name', ...stamps].sort());
    for (const query of ['username=Ada', 'sort=username'])
      expect((await call('GET', `/users?${query}`, undefined, bob.headers)).status, query).toBe(403);
    expect((await call('PATCH', `/users/${ada.id}`, { name: 'Eve' }, bob.headers)).status).toBe(403);
  });

  it('with the last permission account can neither lose it nor be disabled', async () => {
    const ada = await signIn('ada');
    const { id } = (await call('GET', '/me', undefined, ada)).body.user;
    expect((await call('PATCH', `/users/${id}`, { permissions: { account: false } }, ada)).status).toBe(409);
    expect((await call('PATCH', `/users/${id}`, { disabledBy: 'user_x' }, ada)).status).toBe(409);
    expect((await call('DELETE', `/users/${id}`, undefined, ada)).status).toBe(409);
  });

  it('A5: loses access within 5 s when disabled: session, developer token, signed token and open sockets', async () => {
    const eve = await invite('eve', { account: true, connectToRobot: true });
    const { body: api } = await call('GET', '/api-auth', undefined, eve.headers);
    const { body: made } = await call('POST', '/tokens', { name: 'CI' }, eve.headers);
    expect(Date.parse(made.token.expiresAt) - Date.now()).toBeGreaterThan(89 * 86_400_000);
    const ways = [eve.headers, bearer(api.token), bearer(made.secret)];
    for (const way of ways) expect((await call('GET', '/me', undefined, way)).status).toBe(200);
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/routine-runner/simulated`, {
      headers: eve.headers,
    });
    const closed = new Promise((resolve) => socket.on('close', resolve));
    await new Promise((resolve) => socket.once('message', resolve));
    expect((await call('PATCH', `/users/${eve.id}`, { disabledBy: 'x' }, admin)).body.disabledBy).toBe('admin');
    expect(await closed).toBe(4401);
    for (const way of ways) expect((await call('GET', '/me', undefined, way)).status).toBe(401);
    expect((await call('POST', '/login', { username: 'eve', password })).status).toBe(401);
  });
});

describe('signed tokens', () => {
  it('A4: open the control panel only when identity signed them for it, and A5: end with the session', async () => {
    const ada = await signIn('ada');
    expect((await call('POST', '/control-panel-token', { pin: '0000' }, ada)).status).toBe(403);
    const { body } = await call('POST', '/control-panel-token', { pin: '4711' }, ada);
    const permissionsOf = async (token: string) =>
      (await call('GET', '/me', undefined, bearer(token))).body.subject?.permissions;
    expect(await permissionsOf(body.accessToken)).toContain('controlPanel');
    const api = (await call('GET', '/api-auth', undefined, ada)).body.token;
    expect(await permissionsOf(api)).not.toContain('controlPanel');

    const [header = '', claims = '', signature = ''] = String(body.accessToken).split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const decoded = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const forged = [
      `${encode({ alg: 'none' })}.${claims}.x`,
      `${header}.${encode({ ...decoded, aud: 'elsewhere' })}.${signature}`,
      `${encode({ alg: 'HS256', kid: 'k' })}.${claims}.${signature}`,
    ];
    for (const token of forged) expect((await call('GET', '/me', undefined, bearer(token))).status).toBe(401);
    await call('POST', '/logout', undefined, ada);
    for (const token of [api, body.accessToken]) expect(await permissionsOf(token)).toBeUndefined();
    expect((await call('GET', '/me', undefined, ada)).status).toBe(401);
  });
});

it('the real-time data service identifies a browser by its session, and issues the tokens that existing clients request', async () => {
  const { headers, id } = await invite('grace', { connectToRobot: true, controlPanel: true });
  await call('POST', '/me/pin', { pin: '493817', password }, headers);
  const socket = io(url, {
    path: '/api/socket.io',
    extraHeaders: headers,
    transports: ['websocket'],
    reconnection: false,
  });
  const ask = (...args: unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      socket.emit(...(args as [string]), (error: unknown, result: unknown) =>
        error ? reject(error) : resolve(result),
      );
    });
  expect(await ask('find', 'users', { id, $limit: 1 })).toMatchObject({ total: 1, data: [{ id, username: 'grace' }] });
  expect(await ask('find', 'apiAuth', {})).toMatchObject({
    token: expect.stringMatching(/^ey/),
    expiresAt: expect.any(String),
  });
  expect(await ask('create', 'controlPanelToken', { pin: '493817' }, {})).toMatchObject({
    accessToken: expect.any(String),
  });
  await expect(ask('create', 'controlPanelToken', { pin: '000000' }, {})).rejects.toMatchObject({
    name: 'Forbidden',
  });
  const gone = new Promise((resolve) => socket.on('disconnect', resolve));
  await call('POST', '/logout', {}, headers);
  await gone;
});

it('A6: a page of another origin can neither sign in nor use the cookie', async () => {
  const ada = await signIn('ada');
  const foreign = { origin: 'https://elsewhere.example' };
  expect((await call('POST', '/login', { username: 'ada', password }, foreign)).status).toBe(403);
  expect((await call('POST', '/logout', undefined, { ...ada, ...foreign })).status).toBe(403);
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/routine-runner/simulated`, {
    headers: { ...ada, ...foreign },
  });
  const refused = await new Promise((resolve) =>
    socket.on('unexpected-response', (_, answer) => resolve(answer.statusCode)),
  );
  expect(refused).toBe(403);
  socket.on('error', () => undefined).terminate();
});
