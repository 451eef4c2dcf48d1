import type { Permission } from '@cellwright/domain';
import { describe, expect, it } from 'vitest';
import { grantPermissions, requireMaker } from './grant-permissions.ts';

const makerWith = (...permissions: Permission[]) => ({ name: 'Ada', permissions });

describe('a new token', () => {
  it('may do what its maker may, except to make tokens', () => {
    expect(grantPermissions(makerWith('account', 'connectToRobot'), undefined)).toEqual(['connectToRobot']);
  });

  it('may do less when less is asked for', () => {
    expect(grantPermissions(makerWith('account', 'connectToRobot', 'controlPanel'), ['controlPanel'])).toEqual([
      'controlPanel',
    ]);
    expect(grantPermissions(makerWith('account', 'connectToRobot'), [])).toEqual([]);
  });

  it('is never given what its maker does not have, nor the right to make more', () => {
    expect(() => grantPermissions(makerWith('account'), ['connectToRobot'])).toThrow(
      "Ada cannot give the permission 'Connect to the robot'",
    );
    expect(() => grantPermissions(makerWith('account', 'connectToRobot'), ['account'])).toThrow('never carries');
  });
});

describe('requireMaker', () => {
  it('refuses a developer token without the permission account', () => {
    expect(() => requireMaker({ access: 'developerToken', permissions: ['connectToRobot'] })).toThrow(
      'A token cannot make tokens',
    );
  });

  it.each([
    ['a user', { access: 'session', permissions: [] }],
    ['the key of this machine', { access: '', permissions: ['account'] }],
    ['a token with the permission account', { access: 'developerToken', permissions: ['account'] }],
  ])('accepts %s', (_, maker) => {
    expect(() => requireMaker(maker)).not.toThrow();
  });
});
