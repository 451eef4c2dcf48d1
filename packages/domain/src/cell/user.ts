import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { nameSchema, oneLine } from '../basics/text.ts';
import { type Permission, permissions } from './permissions.ts';

/** Permissions of a user, one flag each. */
export const permissionFlagsSchema = z.strictObject({
  account: z.boolean().default(false),
  connectToRobot: z.boolean().default(false),
  author: z.boolean().default(false),
  controlPanel: z.boolean().default(false),
});

/** Name for signing in; case-insensitive. */
export const usernameSchema = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}._@+-]{1,64}$/u, 'A username has 1 to 64 letters, digits and . _ @ + -');

/** Length is the main protection against guessing. */
export const passwordSchema = z
  .string()
  .min(10, 'A password has at least 10 characters')
  .max(200, 'A password has at most 200 characters');

const line = (longest: number) => z.string().trim().max(longest).regex(oneLine, 'must not contain control characters');

/** A user of the cell. Passwords and PINs are not part of it and are never returned. */
export const userSchema = z.strictObject({
  id: idSchema,
  name: nameSchema('user', 100),
  username: usernameSchema,
  email: z.strictObject({ email: z.email() }).optional(),
  phone: z.strictObject({ phone: line(40) }).optional(),
  photo: line(2048).optional().describe('Address of the picture, or the picture as a small data URL'),
  position: line(100).optional().describe('Job title'),
  distanceUnit: z.enum(['meter', 'millimeter', 'inch']).default('meter'),
  isProfileSetup: z.boolean().default(false),
  isUserVerified: z.boolean().default(false),
  disabledBy: idSchema.optional().describe('The user who disabled this user; absent while enabled'),
  invitedBy: idSchema.optional(),
  managedBy: line(200)
    .optional()
    .describe('OpenID provider where the user signs in, and whose roles are the permissions; absent for local users'),
  pinChangedAt: z.iso.datetime().optional().describe('Absent without a PIN'),
  permissions: permissionFlagsSchema.default({
    account: false,
    connectToRobot: false,
    author: false,
    controlPanel: false,
  }),
});
export type User = z.infer<typeof userSchema>;

export function permissionsOf({ permissions: flags }: Pick<User, 'permissions'>): Permission[] {
  return permissions.filter((permission) => flags[permission]);
}
