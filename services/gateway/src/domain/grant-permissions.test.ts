import { describe, expect, it } from 'vitest';
import { grantPermissions } from './grant-permissions.ts';
import type { Permission } from './identity.ts';

const makerWith = (...permissions: Permission[]) => ({ subjectID: 'u1', name: 'Ada', permissions });

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
      "Ada cannot give the permission 'connectToRobot'",
    );
    expect(() => grantPermissions(makerWith('account', 'connectToRobot'), ['account'])).toThrow('never carries');
  });
});
