import { permissionSchema, usernameSchema, userSchema } from '@cellwright/domain';
import { entities, stampsSchema } from '@cellwright/entities';
import * as z from 'zod';
import type { Http } from '../http.ts';
import { createEntityClient } from './entity-client.ts';

/** A user as the caller may see it: without the permission `account`, other users have no username. */
const visibleUserSchema = userSchema.extend({ username: z.union([usernameSchema, z.literal('')]).default('') });
const meSchema = z.object({
  subject: z.object({ id: z.string(), name: z.string(), permissions: z.array(permissionSchema) }),
  user: z.intersection(userSchema, stampsSchema).nullable(),
});

/** Whoever is signed in: what it may now, and its user document; null for a token. */
export type Me = z.infer<typeof meSchema>;
/** People and what they sign in with. */
export function createPeopleCalls(http: Http) {
  const { users, tokens } = entities;
  return {
    users: createEntityClient(http, { ...users, schema: visibleUserSchema }, visibleUserSchema),
    tokens: createEntityClient(http, tokens, tokens.schema),
    me: {
      get: (signal?: AbortSignal): Promise<Me> => http.request('GET', '/api/v1/cell/me', { schema: meSchema, signal }),
    },
  };
}
