import { userSchema } from '@cellwright/domain';
import { describe, expect, it } from 'vitest';
import { describeGranters, grantableToToken, isExpired, missingPermissions, stateOf } from './describe-user.ts';

const userWith = (change: object) =>
  userSchema.parse({ id: 'user_1', name: 'Ada', username: 'ada', isUserVerified: true, ...change });
const account = { account: true, connectToRobot: false, controlPanel: false };

describe('a user', () => {
  it('is invited until the link was used, and disabled whatever else', () => {
    expect(stateOf(userWith({}))).toBe('active');
    expect(stateOf(userWith({ isUserVerified: false }))).toBe('invited');
    expect(stateOf(userWith({ isUserVerified: false, disabledBy: 'user_2' }))).toBe('disabled');
  });

  it('misses what it was not granted', () => {
    expect(missingPermissions(userWith({ permissions: account }))).toEqual(['connectToRobot', 'controlPanel']);
  });
});

describe('those who can grant permissions', () => {
  it('are active users with the permission account, a few by name', () => {
    const users = [
      userWith({ name: 'Ada', permissions: account }),
      userWith({ name: 'Bob' }),
      userWith({ name: 'Cleo', permissions: account, disabledBy: 'user_1' }),
      userWith({ name: 'Dora', permissions: account, isUserVerified: false }),
      userWith({ name: 'Emil', permissions: account }),
    ];
    expect(describeGranters(users, 'en')).toBe('Ada or Emil');
    expect(describeGranters(users, 'de')).toBe('Ada oder Emil');
    const many = ['A', 'B', 'C', 'D'].map((name) => userWith({ name, permissions: account }));
    expect(describeGranters(many, 'en')).toBe('A, B, or C');
  });

  it('may be nobody that is known', () => {
    expect(describeGranters([userWith({})], 'en')).toBeUndefined();
  });
});

describe('a token', () => {
  it('never manages users', () => {
    expect(grantableToToken(['account', 'connectToRobot'])).toEqual(['connectToRobot']);
  });

  it('ends at its time, or not by itself', () => {
    const now = new Date('2026-01-02T00:00:00Z');
    expect(isExpired({ expiresAt: '2026-01-02T00:00:00Z' }, now)).toBe(true);
    expect(isExpired({ expiresAt: '2026-01-02T00:00:01Z' }, now)).toBe(false);
    expect(isExpired({ expiresAt: null }, now)).toBe(false);
  });
});
