import { type DeveloperToken, developerTokenSchema } from '@cellwright/domain/cell';
import { defineEntity } from './framework/definition.ts';

/**
 * Developer tokens, each owned by its creator. Creating one returns its secret, so a separate call creates them;
 * removing one revokes it.
 */
export const tokens = defineEntity<DeveloperToken>({
  name: 'tokens',
  noun: 'token',
  description: 'Developer tokens, for programs that sign in. Users see and revoke their own; with account, all',
  owner: 'identity',
  schema: developerTokenSchema,
  version: 2,
  // A migration of identity's database adds the permission to existing documents: here it would also be added to new
  // ones.
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
