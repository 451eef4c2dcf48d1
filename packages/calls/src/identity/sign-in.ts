import { passwordSchema } from '@cellwright/domain/cell';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

const common = {
  owner: 'identity',
  section: 'People',
  output: z.object({ userID: z.string() }),
  access: 'public',
  effect: 'eachTime',
  startsSession: true,
} as const;
const typed = z.string().min(1).max(200);

export const setUp = defineCall({
  ...common,
  name: 'setUp',
  summary: 'Use a link: make the first user, or accept an invitation, or choose a new password; signs in',
  http: { method: 'POST', path: '/setup' },
  input: z.object({
    token: z.string().min(1).max(256),
    username: z.string().max(64).default(''),
    name: z.string().max(100).default(''),
    password: passwordSchema,
  }),
  audit: { action: 'people.setUp' },
});

export const signIn = defineCall({
  ...common,
  name: 'signIn',
  summary: 'Sign in; the answer sets the cookie of the session',
  http: { method: 'POST', path: '/login' },
  input: z.object({ username: typed, password: typed }),
  audit: { action: 'people.signIn' },
});
