import { createHash } from 'node:crypto';
import { noPerson } from '@cellwright/domain';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import {
  type AccessRecord,
  AccessReplica,
  type AdminKeyFrom,
  commandTrustMS,
  silentAfterMS,
} from './access-replica.ts';

const adminKey = 'cwadmin_test';
const secret = 'cw_secret';

function begin(options: { adminKeyFrom?: AdminKeyFrom } = {}) {
  const clock = new VirtualClock();
  const used: string[] = [];
  return { clock, used, replica: new AccessReplica({ adminKey, clock, onUse: (hash) => used.push(hash), ...options }) };
}

const recordOf = (change: Partial<AccessRecord> = {}): AccessRecord => ({
  secretHash: createHash('sha256').update(secret).digest('hex'),
  accessID: 'token_1',
  kind: 'developerToken',
  pinPermissions: [],
  pinChangedAt: '',
  subjectID: 'token_1',
  name: 'Line 3',
  permissions: ['connectToRobot'],
  proof: { ...noPerson, assertion: 'signed' },
  expiresAt: null,
  ...change,
});

const required = (message: string) => expect.objectContaining({ code: 'authorization_required', message });
const unavailable = expect.objectContaining({ code: 'unavailable' });

describe('who shows the key of this machine', () => {
  it('may do everything, whether identity is there or not, from this machine only', async () => {
    const { replica, clock, used } = begin();
    const machine = replica.recognise(adminKey, true);
    expect(machine.permissions).toEqual(['account', 'connectToRobot', 'author', 'controlPanel']);
    await clock.advance(10 * commandTrustMS);
    expect(() => replica.requireFresh(machine)).not.toThrow();
    replica.replace([]);
    expect(() => replica.recognise(adminKey, false)).toThrow(required('Invalid token'));
    expect(used, 'has no last use').toEqual([]);
  });

  it('may do so from elsewhere where the key is taken from anywhere', () => {
    const { replica } = begin({ adminKeyFrom: 'anywhere' });
    replica.replace([]);
    expect(replica.recognise(adminKey, false).permissions).toContain('account');
    expect(() => replica.recognise(`${adminKey}x`, false)).toThrow(required('Invalid token'));
  });
});

describe('who shows a token', () => {
  it('is known while the token is in the list, and its use is noted', () => {
    const { replica, used } = begin();
    replica.replace([recordOf()]);
    expect(replica.recognise(secret, false)).toMatchObject({ subjectID: 'token_1', name: 'Line 3' });
    expect(used).toEqual([recordOf().secretHash]);
    replica.remove(recordOf().secretHash);
    expect(() => replica.recognise(secret, false)).toThrow(required('Invalid token'));
    replica.grant(recordOf());
    expect(replica.recognise(secret, false).name).toBe('Line 3');
    replica.replace([]);
    expect(() => replica.recognise(secret, false)).toThrow(required('Invalid token'));
  });

  it.each([undefined, '', 'cw_', 'x'.repeat(513), `cw_${'a'.repeat(43)}`])('is refused when it is %s', (token) => {
    const { replica } = begin();
    replica.replace([recordOf()]);
    expect(() => replica.recognise(token, true)).toThrow(expect.objectContaining({ code: 'authorization_required' }));
  });

  it('ends when it expires, heard of or not', async () => {
    const { replica, clock } = begin();
    replica.replace([recordOf({ expiresAt: new Date(clock.wallNow().getTime() + 5000) })]);
    await clock.advance(4999);
    expect(replica.recognise(secret, false).name).toBe('Line 3');
    await clock.advance(1);
    expect(() => replica.recognise(secret, false)).toThrow(required('Invalid token'));
  });
});

describe('the proof of a token', () => {
  it('reaches identities that were recognised before, over a new list too', () => {
    const { replica } = begin();
    replica.replace([recordOf()]);
    const before = replica.recognise(secret, false);
    expect(before.proof).toEqual({ ...noPerson, assertion: 'signed' });
    replica.renew('token_1', 'renewed');
    expect(before.proof?.assertion).toBe('renewed');
    replica.replace([recordOf({ proof: { ...noPerson, assertion: 'of a new list' } })]);
    expect(before.proof?.assertion).toBe('of a new list');
    expect(replica.recognise(secret, false).proof?.assertion).toBe('of a new list');
  });
});

describe('a token that ends by its own date', () => {
  it.each([26 * 365 * 86_400_000, -3_600_000])(
    'lasts as long as it was to when the clock is set by %i ms',
    async (shiftMS) => {
      const { replica, clock } = begin();
      const records = [recordOf({ expiresAt: new Date(clock.wallNow().getTime() + 5000) })];
      replica.replace(records);
      clock.shiftWall(shiftMS);
      await clock.advance(4999);
      replica.replace(records);
      expect(replica.recognise(secret, false).name).toBe('Line 3');
      await clock.advance(1);
      expect(() => replica.recognise(secret, false)).toThrow(required('Invalid token'));
    },
  );
});

describe('while identity is silent', () => {
  it('who is known stays known without limit, and is fresh for a while', async () => {
    const { replica, clock } = begin();
    replica.replace([recordOf()]);
    await clock.advance(commandTrustMS);
    expect(() => replica.requireFresh(replica.recognise(secret, false))).not.toThrow();
    await clock.advance(1);
    const known = replica.recognise(secret, false);
    expect(() => replica.requireFresh(known)).toThrow(unavailable);
    replica.hear();
    expect(() => replica.requireFresh(known)).not.toThrow();
  });

  it('nobody can tell whether an unknown token is new', async () => {
    const { replica, clock } = begin();
    expect(() => replica.recognise(secret, false)).toThrow(unavailable);
    replica.replace([]);
    await clock.advance(silentAfterMS);
    expect(() => replica.recognise(secret, false)).toThrow(required('Invalid token'));
    await clock.advance(1);
    expect(() => replica.recognise(secret, false)).toThrow(unavailable);
  });

  it('who waits for a change of its own waits for a second at most', async () => {
    const { replica, clock } = begin();
    await clock.runUntilSettled(replica.untilKnown(secret));
    expect(clock.now()).toBe(1000);
    const known = replica.untilKnown(secret);
    replica.grant(recordOf());
    await known;
    const gone = replica.untilGone('token_1');
    replica.remove(recordOf().secretHash);
    await gone;
    expect(clock.now()).toBe(1000);
  });
});
