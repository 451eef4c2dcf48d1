import { type User, userSchema } from '@cellwright/domain';
import { defineEntity } from './framework/definition.ts';

/** Everybody that can sign in. Users are invited, not created; which fields who may change is asked by identity. */
export const users = defineEntity<User>({
  name: 'users',
  noun: 'user',
  description:
    'People. One changes its own name, photo, position and units; permissions, and disabledBy to disable, need the permission account',
  owner: 'identity',
  schema: userSchema,
  idPrefix: 'user',
  history: 'newest',
  may: { find: 'signedIn', get: 'signedIn', create: 'nobody', patch: 'selfOr:account', remove: 'account' },
  hide: {
    email: 'unlessSelfOr:account',
    phone: 'unlessSelfOr:account',
    photo: 'unlessSelfOr:account',
    pinChangedAt: 'unlessSelfOr:account',
  },
  filters: { username: 'string', name: 'string' },
  sort: ['name', 'username'],
  order: ['name'],
});
