import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { nameSchema } from '../basics/text.ts';
import { permissionSchema } from './permissions.ts';

/** Default lifetime of a developer token, days. */
export const tokenLifeDays = 90;

/** A developer token. Its secret is shown once, and only its hash is stored. */
export const developerTokenSchema = z.strictObject({
  id: idSchema,
  name: nameSchema('token', 100),
  permissions: z.array(permissionSchema),
  expiresAt: z.iso.datetime().nullable().describe('Null if it does not expire'),
  createdByID: z.string().describe('Revoked when this user is disabled'),
  createdByName: z.string(),
  lastUsedAt: z.iso.datetime().nullable().default(null),
});
export type DeveloperToken = z.infer<typeof developerTokenSchema>;
