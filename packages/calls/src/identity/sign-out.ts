import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

export const signOut = defineCall({
  name: 'signOut',
  owner: 'identity',
  section: 'People',
  summary: 'Sign out; the session ends everywhere',
  http: { method: 'POST', path: '/logout' },
  input: z.object({}),
  output: z.object({}),
  access: 'signedIn',
  effect: 'eachTime',
  audit: { action: 'people.signOut' },
});
