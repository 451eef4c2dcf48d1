import { userSchema } from '@cellwright/domain/cell';
import { describe, expect, it } from 'vitest';
import { describeGranters } from './granters.ts';

const userWith = (change: object) =>
  userSchema.parse({ id: 'user_1', name: 'Ada', username: 'ada', isUserVerified: true, ...change });
const account = { account: true, connectToRobot: false, author: false, controlPanel: false };

describe('describeGranters', () => {
  it('names a few active users with the permission account', () => {
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

  it('returns undefined without a known user', () => {
    expect(describeGranters([userWith({})], 'en')).toBeUndefined();
  });
});
