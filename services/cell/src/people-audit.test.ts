import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Headers, type PeopleBench, password, startPeopleBench, tokenOf } from './testing/people-bench.fixture.ts';

let bench: PeopleBench;
let call: PeopleBench['call'];
let ada: { readonly id: string; readonly headers: Headers };
beforeAll(async () => {
  bench = await startPeopleBench();
  ({ call } = bench);
  ada = await bench.invite('ada', { account: true, connectToRobot: true, controlPanel: true });
});
afterAll(() => bench?.stop());

/** Returns the logged entries of an action, newest first. */
async function listed(action: string): Promise<{ subject: { id: string }; target: string }[]> {
  return (await call('GET', `/audit?action=${action}`, undefined, bench.admin)).body.items;
}

/** Returns the only entry of an action; entries arrive shortly after the response. */
async function entryOf(action: string) {
  await expect.poll(async () => (await listed(action)).length).toBe(1);
  return (await listed(action))[0];
}

it('the audit log contains the use of a link, with its user and address', async () => {
  expect(await entryOf('people.setUp')).toMatchObject({
    subject: { id: ada.id, name: 'ada' },
    door: 'http',
    target: `users/${ada.id} from 127.0.0.1`,
    outcome: 'accepted',
    code: null,
    count: 1,
  });
});

it('the audit log contains a sign-in and a sign-out', async () => {
  const headers = await bench.signIn('ada');
  expect(await entryOf('people.signIn')).toMatchObject({
    subject: { id: ada.id, name: 'ada' },
    target: `users/${ada.id} from 127.0.0.1`,
    outcome: 'accepted',
  });
  await call('POST', '/logout', undefined, headers);
  expect(await entryOf('people.signOut')).toMatchObject({
    subject: { id: ada.id },
    target: `users/${ada.id} from 127.0.0.1`,
  });
});

it('the audit log contains an ended session, a changed password and a set PIN', async () => {
  await bench.signIn('ada');
  const { items } = (await call('GET', '/me/sessions', undefined, ada.headers)).body;
  const other = items.find(({ isThis }: { isThis: boolean }) => !isThis);
  await call('DELETE', `/me/sessions/${other.id}`, undefined, ada.headers);
  expect(await entryOf('people.endSession')).toMatchObject({
    subject: { id: ada.id },
    target: `sessions/${other.id} from 127.0.0.1`,
  });
  await call('POST', '/me/password', { currentPassword: password, newPassword: password }, ada.headers);
  expect(await entryOf('people.changePassword')).toMatchObject({ target: `users/${ada.id} from 127.0.0.1` });
  await call('POST', '/me/pin', { password, pin: '271828' }, ada.headers);
  expect(await entryOf('people.setPin')).toMatchObject({ target: `users/${ada.id} from 127.0.0.1` });
});

it('the audit log contains a PIN that opened the control panel, over HTTP and over the real-time service', async () => {
  await call('POST', '/control-panel-token', { pin: '271828' }, ada.headers);
  expect(await entryOf('people.openControlPanel')).toMatchObject({ subject: { id: ada.id }, door: 'http' });
  const socket = io(bench.url, {
    path: '/api/socket.io',
    extraHeaders: ada.headers,
    transports: ['websocket'],
    reconnection: false,
  });
  const answer = await socket.emitWithAck('create', 'controlPanelToken', { pin: '271828' }, {});
  expect(answer).toBeNull();
  socket.close();
  await expect.poll(() => listed('people.openControlPanel')).toHaveLength(2);
  expect((await listed('people.openControlPanel'))[0]).toMatchObject({ subject: { id: ada.id }, door: 'feathers' });
});

it('the audit log contains a PIN refused by the real-time service', async () => {
  const socket = io(bench.url, {
    path: '/api/socket.io',
    extraHeaders: ada.headers,
    transports: ['websocket'],
    reconnection: false,
  });
  await socket.emitWithAck('create', 'controlPanelToken', { pin: '000000' }, {});
  socket.close();
  await expect.poll(() => listed('people.openControlPanel')).toHaveLength(3);
  expect((await listed('people.openControlPanel'))[0]).toMatchObject({ outcome: 'refused', code: 'forbidden' });
});

it('the audit log contains a created and a revoked token, each once', async () => {
  const { token } = (await call('POST', '/tokens', { name: 'CI' }, ada.headers)).body;
  expect(await entryOf('tokens.create')).toMatchObject({ subject: { id: ada.id }, target: `tokens/${token.id}` });
  await call('DELETE', `/tokens/${token.id}`, undefined, ada.headers);
  expect(await entryOf('tokens.remove')).toMatchObject({ subject: { id: ada.id }, target: `tokens/${token.id}` });
});

it('the audit log contains an invitation, and a link for a new password', async () => {
  const wanted = { name: 'Bob', username: 'bob' };
  const { user, link } = (await call('POST', '/users/invite', wanted, ada.headers)).body;
  await expect
    .poll(() => listed('users.create'))
    .toContainEqual(expect.objectContaining({ target: `users/${user.id}`, subject: { id: ada.id, name: 'ada' } }));
  const reset = (await call('POST', `/users/${user.id}/reset-link`, undefined, ada.headers)).body.link;
  expect(await entryOf('people.resetLink')).toMatchObject({
    subject: { id: ada.id },
    target: `users/${user.id} from 127.0.0.1`,
  });
  const log = JSON.stringify((await call('GET', '/audit?limit=1000', undefined, bench.admin)).body);
  for (const secret of [tokenOf(link), tokenOf(reset), password, '271828']) expect(log).not.toContain(secret);
});

it('the audit log has an intact chain', async () => {
  expect((await call('GET', '/audit/verify', undefined, bench.admin)).body).toMatchObject({ isEnd: true, problem: '' });
});
