import { type User, userSchema } from '@cellwright/domain/cell';
import { defineEntity } from './framework/definition.ts';

/** Fields that every signed-in caller may see of other users: screens show who changed a document. */
const publicFields: readonly string[] = ['id', 'name'];
const hidden = Object.keys(userSchema.shape)
  .filter((field) => !publicFields.includes(field))
  .map((field) => [field, 'unlessSelfOr:account'] as const);

/** Users who can sign in. They are invited, not created; the identity service enforces field-level permissions. */
export const users = defineEntity<User>({
  name: 'users',
  noun: 'user',
  description:
    'People. Without the permission account, other users have an id and a name only. A user changes its own name, photo, position and units; permissions, and disabledBy to disable, need the permission account',
  owner: 'identity',
  schema: userSchema,
  version: 2,
  // A migration of identity's database adds the permission to existing documents: here it would also be added to new
  // ones.
  migrations: [{ to: 2, describe: 'permissions have author', migrate: (document) => document }],
  idPrefix: 'user',
  history: 'newest',
  may: { find: 'signedIn', get: 'signedIn', create: 'nobody', patch: 'selfOr:account', remove: 'account' },
  hide: Object.fromEntries(hidden),
  filters: { username: 'string', name: 'string' },
  sort: ['name', 'username'],
  order: ['name'],
});
