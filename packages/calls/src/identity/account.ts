import { passwordSchema, pinSchema } from '@cellwright/domain/cell';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';
import { idField } from '../framework/fields.ts';

const common = { owner: 'identity', section: 'People', access: 'signedIn' } as const;
const command = { ...common, output: z.object({}), effect: 'eachTime' } as const;
const typed = z.string().min(1).max(200);

export const changePassword = defineCall({
  ...command,
  name: 'changePassword',
  summary: 'Change your own password',
  description: 'All your other sessions end, and on request all your developer tokens.',
  http: { method: 'POST', path: '/me/password' },
  input: z.object({ currentPassword: typed, newPassword: passwordSchema, endTokens: z.boolean().default(false) }),
  audit: { action: 'people.changePassword' },
});

export const changePin = defineCall({
  ...command,
  name: 'changePin',
  summary: 'Set your own PIN of the control panel',
  description: 'Requires your password, or a session that has just begun if you sign in at an OpenID provider.',
  http: { method: 'POST', path: '/me/pin' },
  input: z.object({ password: z.string().max(200).default(''), pin: pinSchema }),
  audit: { action: 'people.setPin' },
});

export const listSessions = defineCall({
  ...common,
  name: 'listSessions',
  summary: 'List your own sessions',
  http: { method: 'GET', path: '/me/sessions' },
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        createdAt: z.iso.datetime(),
        lastSeenAt: z.iso.datetime(),
        address: z.string(),
        userAgent: z.string(),
        isThis: z.boolean(),
      }),
    ),
  }),
  effect: 'none',
});

export const endSession = defineCall({
  ...command,
  name: 'endSession',
  summary: 'End one of your own sessions',
  http: { method: 'DELETE', path: '/me/sessions/:id' },
  input: z.object({ id: idField }),
  audit: { action: 'people.endSession', target: 'sessions/:id' },
});
