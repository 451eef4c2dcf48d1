import {
  type DeveloperToken,
  developerTokenSchema,
  type Permission,
  permissionSchema,
  type User,
  usernameSchema,
  userSchema,
} from '@cellwright/domain';
import { entities, stampsSchema } from '@cellwright/entities';
import * as z from 'zod';
import type { Http } from '../http.ts';
import { createEntityClient } from './entity-client.ts';

const base = '/api/v1/cell';

const linkSchema = z.object({ link: z.string() });
/** A user as the caller may see it: without the permission `account`, other users have no username. */
const visibleUserSchema = userSchema.extend({ username: z.union([usernameSchema, z.literal('')]).default('') });
const invitedSchema = linkSchema.extend({ user: userSchema });
const madeTokenSchema = z.object({ token: z.intersection(developerTokenSchema, stampsSchema), secret: z.string() });
const meSchema = z.object({
  subject: z.object({ id: z.string(), name: z.string(), permissions: z.array(permissionSchema) }),
  user: z.intersection(userSchema, stampsSchema).nullable(),
});

/** Whoever is signed in: what it may now, and its user document; null for a token. */
export type Me = z.infer<typeof meSchema>;
/** Path and fragment of the page that a link leads to; it works once, and is in this answer only. */
export type Link = z.infer<typeof linkSchema>;
export type Invitation = z.infer<typeof invitedSchema>;
export interface MadeToken {
  readonly token: DeveloperToken;
  /** In this answer only. */
  readonly secret: string;
}

export interface NewUser {
  readonly name: string;
  readonly username: string;
  /** None without them. */
  readonly permissions?: User['permissions'];
}

export interface NewToken {
  readonly name: string;
  /** 0: it does not expire until it is revoked. */
  readonly expiresInDays: number;
  /** Some of the maker's own. */
  readonly permissions: readonly Permission[];
}

/** People and what they sign in with. */
export function createPeopleCalls(http: Http) {
  const { users, tokens } = entities;
  const done = { schema: z.unknown() };
  return {
    users: {
      ...createEntityClient(http, { ...users, schema: visibleUserSchema }, visibleUserSchema),
      invite: (wanted: NewUser): Promise<Invitation> =>
        http.request('POST', `${base}/users/invite`, { schema: invitedSchema, body: wanted }),
      /** A link with which the user chooses a new password. */
      makeResetLink: (id: string): Promise<Link> =>
        http.request('POST', `${base}/users/${encodeURIComponent(id)}/reset-link`, { schema: linkSchema }),
    },
    tokens: {
      ...createEntityClient(http, tokens, tokens.schema),
      make: (wanted: NewToken): Promise<MadeToken> =>
        http.request('POST', `${base}/tokens`, { schema: madeTokenSchema, body: wanted }),
    },
    me: {
      get: (signal?: AbortSignal): Promise<Me> => http.request('GET', `${base}/me`, { schema: meSchema, signal }),
      /** Ends all other sessions of the user, and with `endTokens` revokes its developer tokens. */
      async changePassword(currentPassword: string, newPassword: string, { endTokens = false } = {}): Promise<void> {
        const body = { currentPassword, newPassword, endTokens };
        await http.request('POST', `${base}/me/password`, { ...done, body });
      },
      async setPin(password: string, pin: string): Promise<void> {
        await http.request('POST', `${base}/me/pin`, { ...done, body: { password, pin } });
      },
    },
  };
}
