import { createHash } from 'node:crypto';
import { noPerson } from '@cellwright/domain/cell';
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

describe('A caller with the key of this machine', () => {
  it('has all permissions, with or without identity, from this machine only', async () => {
    const { replica, clock, used } = begin();
    const machine = replica.recognise(adminKey, true);
    expect(machine.permissions).toEqual(['account', 'connectToRobot', 'author', 'controlPanel']);
    await clock.advance(10 * commandTrustMS);
    expect(() => replica.requireFresh(machine)).not.toThrow();
    replica.replace([]);
    expect(() => replica.recognise(adminKey, false)).toThrow(required('Invalid token'));
    expect(used, 'has no last use').toEqual([]);
  });

  it('may do so from other addresses if the key is accepted from anywhere', () => {
    const { replica } = begin({ adminKeyFrom: 'anywhere' });
    replica.replace([]);
    expect(replica.recognise(adminKey, false).permissions).toContain('account');
    expect(() => replica.recognise(`${adminKey}x`, false)).toThrow(required('Invalid token'));
  });
});

describe('A caller with a token', () => {
  it('stays recognised while the token is in the list, and its use is recorded', () => {
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

  it.each([undefined, '', 'cw_', 'x'.repeat(513), `cw_${'a'.repeat(43)}`])(
    'gets an error when the token is %s',
    (token) => {
      const { replica } = begin();
      replica.replace([recordOf()]);
      expect(() => replica.recognise(token, true)).toThrow(expect.objectContaining({ code: 'authorization_required' }));
    },
  );

  it('gets an error when the token expires, without a message from identity', async () => {
    const { replica, clock } = begin();
    replica.replace([recordOf({ expiresAt: new Date(clock.wallNow().getTime() + 5000) })]);
    await clock.advance(4999);
    expect(replica.recognise(secret, false).name).toBe('Line 3');
    await clock.advance(1);
    expect(() => replica.recognise(secret, false)).toThrow(required('Invalid token'));
  });
});

describe('The proof of a token', () => {
  it('updates identities that were recognised before, also after a new list', () => {
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

describe('A token with an expiry date', () => {
  it.each([26 * 365 * 86_400_000, -3_600_000])(
    'keeps its remaining lifetime when the clock is set by %i ms',
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

describe('While identity does not respond', () => {
  it('known callers stay recognised without limit, and are fresh for a while', async () => {
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

  it('an unknown token is neither accepted nor rejected', async () => {
    const { replica, clock } = begin();
    expect(() => replica.recognise(secret, false)).toThrow(unavailable);
    replica.replace([]);
    await clock.advance(silentAfterMS);
    expect(() => replica.recognise(secret, false)).toThrow(required('Invalid token'));
    await clock.advance(1);
    expect(() => replica.recognise(secret, false)).toThrow(unavailable);
  });

  it('a request that waits for its own change waits at most a second', async () => {
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
