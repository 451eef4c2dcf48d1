import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

const common = { owner: 'identity', section: 'People', access: 'public' } as const;

export const getSingleSignOn = defineCall({
  ...common,
  name: 'getSingleSignOn',
  summary: 'Get the OpenID provider by which users can sign in',
  http: { method: 'GET', path: '/login/provider' },
  input: z.object({}),
  output: z.object({
    provider: z
      .object({
        name: z.string().describe('Name of the provider on the sign-in page'),
      })
      .nullable(),
  }),
  effect: 'none',
});

export const beginSingleSignOn = defineCall({
  ...common,
  name: 'beginSingleSignOn',
  summary: 'Begin to sign in at the OpenID provider',
  description: 'Keep `attempt` in the browser, open `url`, and complete the sign-in within ten minutes.',
  http: { method: 'POST', path: '/login/provider' },
  input: z.object({
    origin: z
      .url({ protocol: /^https?$/ })
      .max(300)
      .describe('Origin of the page; the provider returns to its path /sign-in/provider, which it must know'),
  }),
  output: z.object({
    url: z.url().describe('Sign-in page of the provider'),
    attempt: z.string().describe('Encrypted; binds the answer of the provider to this browser'),
  }),
  effect: 'none',
  deadlineMS: 15_000,
});

export const completeSingleSignOn = defineCall({
  ...common,
  name: 'completeSingleSignOn',
  summary: 'Sign in with the answer of the OpenID provider; the response sets the cookie of the session',
  http: { method: 'POST', path: '/login/provider/answer' },
  input: z.object({
    attempt: z.string().min(1).max(2048),
    query: z.string().min(1).max(4096).describe('Query of the address to which the provider returned the browser'),
  }),
  output: z.object({ userID: z.string() }),
  effect: 'eachTime',
  startsSession: true,
  audit: { action: 'people.signInByProvider' },
  deadlineMS: 30_000,
});
