import { createSetUpLink, setUp } from '@cellwright/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IdentityBench, startIdentityBench } from './testing/identity-bench.fixture.ts';

const password = 'correct horse battery';
let bench: IdentityBench;
let userID: string;
beforeAll(async () => {
  bench = await startIdentityBench();
  const author = { id: 'admin', name: 'This machine', permissions: ['account'], door: 'cli' };
  const { link } = await bench.calls.ask(createSetUpLink, {}, { author });
  const wanted = { token: link?.split('#')[1] ?? '', username: 'ada', name: 'Ada', password };
  ({ userID } = await bench.calls.ask(setUp, wanted, {}));
});
afterAll(() => bench.stop());

const check = (change: object = {}) =>
  bench.access.checkPassword({ username: 'ada', password, address: '10.0.0.9', protocol: 'OPC UA', ...change });
const wrong = { code: 'authorization_required', message: 'Wrong username or password' };

describe('checkPassword', () => {
  it('returns the user with the permissions, and begins no session', async () => {
    const sessions = 'SELECT count(*)::int AS count FROM identity."Session"';
    const before = await bench.database.query(sessions);
    const user = await check({ username: 'ADA' });
    expect(user).toMatchObject({ userId: userID, name: 'Ada' });
    expect(user.permissions).toContain('connectToRobot');
    expect((await bench.database.query(sessions)).rows).toEqual(before.rows);
  });

  it('leaves an audit entry with the protocol and the address, without the password', async () => {
    await check();
    const entries = async () => bench.list({ action: 'externalControl.signIn' });
    await expect.poll(async () => (await entries()).length).toBeGreaterThan(0);
    const [entry] = await entries();
    expect(entry).toMatchObject({
      subject: { id: userID, name: 'Ada' },
      target: `users/${userID} from 10.0.0.9 over OPC UA`,
      outcome: 'accepted',
    });
    expect(JSON.stringify(entry)).not.toContain(password);
  });

  it('refuses a wrong password and an unknown name alike', async () => {
    await expect(check({ password: 'a guess' })).rejects.toMatchObject(wrong);
    await expect(check({ username: 'nobody' })).rejects.toMatchObject(wrong);
  });

  it('delays guesses like sign-ins, for the source of the guesses', async () => {
    const guess = { password: 'a guess', address: '10.6.6.6' };
    for (let index = 0; index < 6; index += 1) await check(guess).catch(() => undefined);
    await expect(check({ address: '10.6.6.6' })).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await check()).toMatchObject({ userId: userID });
  });
});
