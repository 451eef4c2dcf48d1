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
  ])('remains: a change is refused if by it that user %s', (_what, after) => {
    expect(() => refuseWithoutAccount(ada, after)).toThrow("last enabled user with the permission 'Account'");
  });

  it('can be removed if there is another user with this permission', () => {
    expect(() => refuseWithoutAccount(ada, [bob, guest])).not.toThrow();
  });

  it('does not prevent changes of other users, even if there never was one', () => {
    expect(() => refuseWithoutAccount(guest, [{ ...guest, position: 'Setter' }])).not.toThrow();
    expect(() => refuseWithoutAccount(guest, [])).not.toThrow();
  });
});
