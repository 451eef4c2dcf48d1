import { userSchema } from '@cellwright/domain/cell';
import { describe, expect, it } from 'vitest';
import { refuseWithoutAccount } from './user-rules.ts';

const user = (username: string, change: object = {}) =>
  userSchema.parse({ id: `user_${username}`, name: username, username, ...change });
const ada = user('ada', { permissions: { account: true } });
const bob = user('bob', { permissions: { account: true } });
const guest = user('guest');

describe('last user who can invite others', () => {
  it.each([
    ['loses the permission', [user('ada')]],
    ['is disabled', [{ ...ada, disabledBy: 'user_x' }]],
    ['is removed', [guest]],
  ])('is kept: a change by which that one %s is refused', (_what, after) => {
    expect(() => refuseWithoutAccount(ada, after)).toThrow("last enabled user with the permission 'Account'");
  });

  it('can be removed when there is another one', () => {
    expect(() => refuseWithoutAccount(ada, [bob, guest])).not.toThrow();
  });

  it('does not keep other users from being changed, also where there never was one', () => {
    expect(() => refuseWithoutAccount(guest, [{ ...guest, position: 'Setter' }])).not.toThrow();
    expect(() => refuseWithoutAccount(guest, [])).not.toThrow();
  });
});
