import { usernameSchema, userSchema } from '@cellwright/domain/cell';
import { tokens, users } from '@cellwright/entities';
import * as z from 'zod';
import type { Http } from '../http.ts';
import { createEntityClient } from './entity-client.ts';

/** A user with the fields visible to the caller: without the permission `account`, other users have no username. */
const visibleUserSchema = userSchema.extend({ username: z.union([usernameSchema, z.literal('')]).default('') });

/** Creates the calls on users and their credentials. */
export function createPeopleClients(http: Http) {
  return {
    users: createEntityClient(http, { ...users, schema: visibleUserSchema }, visibleUserSchema),
    tokens: createEntityClient(http, tokens, tokens.schema),
  };
}
