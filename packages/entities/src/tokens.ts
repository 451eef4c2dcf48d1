import { type DeveloperToken, developerTokenSchema } from '@cellwright/domain';
import { defineEntity } from './framework/definition.ts';

/** Developer tokens, each its maker's own. A secret comes with each of them, so they are made by a call of their own; to remove one is to revoke it. */
export const tokens = defineEntity<DeveloperToken>({
  name: 'tokens',
  noun: 'token',
  description: 'Developer tokens: what programs sign in with. One sees and revokes its own; all of them with account',
  owner: 'identity',
  schema: developerTokenSchema,
  version: 2,
  // Existing documents get the permission by a migration of identity's database: here it would also reach new ones.
  migrations: [{ to: 2, describe: 'permissions have author', migrate: (document) => document }],
  idPrefix: 'token',
  history: 'newest',
  self: 'createdByID',
  may: {
    find: 'selfOr:account',
    get: 'selfOr:account',
    create: 'nobody',
    patch: 'nobody',
    remove: 'selfOr:account',
  },
  filters: { name: 'string', createdByID: 'string' },
  sort: ['name'],
});
