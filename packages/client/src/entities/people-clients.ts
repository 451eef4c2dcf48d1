import { usernameSchema, userSchema } from '@cellwright/domain';
import { entities } from '@cellwright/entities';
import * as z from 'zod';
import type { Http } from '../http.ts';
import { createEntityClient } from './entity-client.ts';

/** A user as the caller may see it: without the permission `account`, other users have no username. */
const visibleUserSchema = userSchema.extend({ username: z.union([usernameSchema, z.literal('')]).default('') });

/** People and what they sign in with. */
export function createPeopleClients(http: Http) {
  const { users, tokens } = entities;
  return {
    users: createEntityClient(http, { ...users, schema: visibleUserSchema }, visibleUserSchema),
    tokens: createEntityClient(http, tokens, tokens.schema),
  };
}
