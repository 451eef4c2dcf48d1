import * as z from 'zod';
import { idSchema } from './ids.ts';
import { permissionSchema } from './permissions.ts';
import { nameSchema } from './text.ts';

/** Days that a developer token lives unless its maker says otherwise. */
export const tokenLifeDays = 90;

/** What is known of a developer token. Its secret is shown once, and only its hash is kept. */
export const developerTokenSchema = z.strictObject({
  id: idSchema,
  name: nameSchema('token', 100),
  permissions: z.array(permissionSchema),
  expiresAt: z.iso.datetime().nullable().describe('Null when it does not expire by itself'),
  createdByID: z.string().describe('It ends when this user is disabled'),
  createdByName: z.string(),
  lastUsedAt: z.iso.datetime().nullable().default(null),
});
export type DeveloperToken = z.infer<typeof developerTokenSchema>;
