import { ProductError } from '@cellwright/domain/basics';
import { beforeEach, describe, expect, it } from 'vitest';
import { SignedInUsers } from './signed-in-users.ts';

let versions: Map<string, number>;
let users: SignedInUsers;
beforeEach(() => {
  versions = new Map([
    ['user_ada', 3],
    ['user_bob', 1],
  ]);
  users = new SignedInUsers({
    async checkPassword({ username, password }) {
      const id = `user_${username}`;
      const version = versions.get(id);
      if (password !== 'right' || version === undefined)
        throw new ProductError('authorization_required', 'Wrong username or password');
      return { id, name: username, version, mayCommand: username === 'ada' };
    },
    readVersion: async (id) => versions.get(id),
  });
});

const attempt = (username: string, password = 'right') => ({ username, password, address: '10.0.0.9' });

describe('SignedInUsers', () => {
  it('keeps the user of a session until it is signed out', async () => {
    expect(await users.signIn('s1', attempt('ada'))).toMatchObject({ mayCommand: true });
    expect(users.find('s1')).toMatchObject({ id: 'user_ada' });
    users.signOut('s1');
    expect(users.find('s1')).toBeUndefined();
  });

  it('keeps the user before when a password is wrong', async () => {
    await users.signIn('s1', attempt('ada'));
    await expect(users.signIn('s1', attempt('bob', 'wrong'))).rejects.toMatchObject({ code: 'authorization_required' });
    expect(users.find('s1')).toMatchObject({ id: 'user_ada' });
  });

  it('signs out every session of a user who changed or was removed, and no other', async () => {
    await users.signIn('s1', attempt('ada'));
    await users.signIn('s2', attempt('ada'));
    await users.signIn('s3', attempt('bob'));
    expect(await users.signOutChanged()).toEqual([]);
    versions.set('user_ada', 4);
    expect(await users.signOutChanged()).toEqual(['s1', 's2']);
    versions.delete('user_bob');
    expect(await users.signOutChanged()).toEqual(['s3']);
    expect(['s1', 's2', 's3'].map((id) => users.find(id))).toEqual([undefined, undefined, undefined]);
  });
});
