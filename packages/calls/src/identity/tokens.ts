import { nameSchema } from '@cellwright/domain/basics';
import { developerTokenSchema, permissions, tokenLifeDays } from '@cellwright/domain/cell';
import { stampsSchema } from '@cellwright/entities';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

const common = { owner: 'identity', access: 'signedIn' } as const;
const expiresAt = z.iso.datetime();

export const createToken = defineCall({
  ...common,
  name: 'createToken',
  section: 'Tokens',
  summary: 'Create a developer token; its secret is in this answer only',
  http: { method: 'POST', path: '/tokens' },
  input: z.object({
    name: nameSchema('token', 100),
    expiresInDays: z.number().int().min(0).max(3650).default(tokenLifeDays).describe('0: never, until it is revoked'),
    permissions: z
      .array(z.enum(permissions))
      .optional()
      .describe("Subset of the caller's permissions; default all. Never 'account'"),
  }),
  output: z.object({ token: developerTokenSchema.extend(stampsSchema.shape).loose(), secret: z.string() }),
  effect: 'atMostOnce',
});
export type MadeToken = z.output<typeof createToken.output>;

export const issueApiToken = defineCall({
  ...common,
  name: 'issueApiToken',
  section: 'People',
  summary: 'Issue a token for programs that expires after 15 minutes',
  http: { method: 'GET', path: '/api-auth' },
  input: z.object({}),
  output: z.object({ token: z.string(), expiresAt }),
  effect: 'none',
});

export const openControlPanel = defineCall({
  ...common,
  name: 'openControlPanel',
  section: 'People',
  summary: 'Exchange the PIN for a token that opens the control panel for 15 minutes',
  http: { method: 'POST', path: '/control-panel-token' },
  input: z.object({ pin: z.string().min(1).max(12) }),
  output: z.object({ accessToken: z.string(), expiresAt }),
  effect: 'eachTime',
  audit: { action: 'people.openControlPanel' },
});

export const rotateSigningKeys = defineCall({
  ...common,
  name: 'rotateSigningKeys',
  section: 'People',
  summary: 'Sign tokens with a new key from now on',
  http: { method: 'POST', path: '/signing-keys/rotate' },
  input: z.object({}),
  output: z.object({}),
  access: 'account',
  effect: 'eachTime',
  audit: { action: 'signingKeys.rotate', target: 'signingKeys' },
});
