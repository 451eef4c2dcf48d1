import { type DeveloperToken, developerTokenSchema } from '@cellwright/domain';
import { defineEntity } from './framework/definition.ts';

/** Developer tokens. A secret comes with each of them, so they are made by a call of their own; to remove one is to revoke it. */
export const tokens = defineEntity<DeveloperToken>({
  name: 'tokens',
  noun: 'token',
  description: 'Developer tokens: what programs sign in with',
  owner: 'identity',
  schema: developerTokenSchema,
  idPrefix: 'token',
  history: 'newest',
  may: { find: 'account', get: 'account', create: 'nobody', patch: 'nobody', remove: 'account' },
  filters: { name: 'string', createdByID: 'string' },
  sort: ['name'],
});
