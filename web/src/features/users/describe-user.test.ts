import { permissionsOf, userSchema } from '@cellwright/domain/cell';
import { describe, expect, it } from 'vitest';
import {
  grantableToToken,
  isExpired,
  isNameOnly,
  missingPermissions,
  permissionsOfRole,
  roles,
  stateOf,
} from './describe-user.ts';

const userWith = (change: object) =>
  userSchema.parse({ id: 'user_1', name: 'Ada', username: 'ada', isUserVerified: true, ...change });
const account = { account: true, connectToRobot: false, author: false, controlPanel: false };

describe('A user', () => {
  it('counts as invited until the link was used, and as disabled regardless of other states', () => {
    expect(stateOf(userWith({}))).toBe('active');
    expect(stateOf(userWith({ isUserVerified: false }))).toBe('invited');
    expect(stateOf(userWith({ isUserVerified: false, disabledBy: 'user_2' }))).toBe('disabled');
  });

  it('has only a name for callers who may not see the username', () => {
    expect([isNameOnly({ username: '' }), isNameOnly({ username: 'ada' })]).toEqual([true, false]);
  });

  it('lacks the permissions that were not granted', () => {
    expect(missingPermissions(userWith({ permissions: account }))).toEqual([
      'connectToRobot',
      'author',
      'controlPanel',
    ]);
  });
});

describe('A role', () => {
  it('grants the permissions of the previous one, and more', () => {
    const granted = roles.map((role) => permissionsOf({ permissions: permissionsOfRole[role] }));
    expect(granted).toEqual([
      [],
      ['connectToRobot'],
      ['connectToRobot', 'author'],
      ['account', 'connectToRobot', 'author', 'controlPanel'],
    ]);
  });
});

describe('A token', () => {
  it('never manages users', () => {
    expect(grantableToToken(['account', 'connectToRobot'])).toEqual(['connectToRobot']);
  });

  it('expires at its time, or never', () => {
    const now = new Date('2026-01-02T00:00:00Z');
    expect(isExpired({ expiresAt: '2026-01-02T00:00:00Z' }, now)).toBe(true);
    expect(isExpired({ expiresAt: '2026-01-02T00:00:01Z' }, now)).toBe(false);
    expect(isExpired({ expiresAt: null }, now)).toBe(false);
  });
});
