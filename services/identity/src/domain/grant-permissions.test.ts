import type { Permission } from '@cellwright/domain/cell';
import { describe, expect, it } from 'vitest';
import { grantPermissions, requireMaker } from './grant-permissions.ts';

const makerWith = (...permissions: Permission[]) => ({ name: 'Ada', permissions });

describe('grantPermissions', () => {
  it("gives a new token its creator's permissions, except creating tokens", () => {
    expect(grantPermissions(makerWith('account', 'connectToRobot'), undefined)).toEqual(['connectToRobot']);
  });

  it('gives fewer permissions when fewer are requested', () => {
    expect(grantPermissions(makerWith('account', 'connectToRobot', 'controlPanel'), ['controlPanel'])).toEqual([
      'controlPanel',
    ]);
    expect(grantPermissions(makerWith('account', 'connectToRobot'), [])).toEqual([]);
  });

  it('never gives permissions that the creator lacks, nor the right to create more', () => {
    expect(() => grantPermissions(makerWith('account'), ['connectToRobot'])).toThrow(
      "Ada cannot grant the permission 'Connect to the robot'",
    );
    expect(() => grantPermissions(makerWith('account', 'connectToRobot'), ['account'])).toThrow('cannot have');
  });
});

describe('requireMaker', () => {
  it('refuses a developer token without the permission account', () => {
    expect(() => requireMaker({ access: 'developerToken', permissions: ['connectToRobot'] })).toThrow(
      'A token cannot create tokens',
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
