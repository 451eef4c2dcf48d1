import { type User, userSchema } from '@cellwright/domain';
import { defineEntity } from './framework/definition.ts';

/** Fields that every signed-in caller may see of other users: screens name who changed a document. */
const publicFields: readonly string[] = ['id', 'name'];
const hidden = Object.keys(userSchema.shape)
  .filter((field) => !publicFields.includes(field))
  .map((field) => [field, 'unlessSelfOr:account'] as const);

/** Everybody that can sign in. Users are invited, not created; which fields who may change is asked by identity. */
export const users = defineEntity<User>({
  name: 'users',
  noun: 'user',
  description:
    'People. Without the permission account, other users have an id and a name only. A user changes its own name, photo, position and units; permissions, and disabledBy to disable, need the permission account',
  owner: 'identity',
  schema: userSchema,
  version: 2,
  // Existing documents get the permission by a migration of identity's database: here it would also reach new ones.
  migrations: [{ to: 2, describe: 'permissions have author', migrate: (document) => document }],
  idPrefix: 'user',
  history: 'newest',
  may: { find: 'signedIn', get: 'signedIn', create: 'nobody', patch: 'selfOr:account', remove: 'account' },
  hide: Object.fromEntries(hidden),
  filters: { username: 'string', name: 'string' },
  sort: ['name', 'username'],
  order: ['name'],
});
