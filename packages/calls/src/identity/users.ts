import { userSchema } from '@cellwright/domain/cell';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';
import { idField } from '../framework/fields.ts';

const common = { owner: 'identity', section: 'People', access: 'account', effect: 'eachTime' } as const;
const link = z.string().describe('Path and fragment of a page; it works once');

export const inviteUser = defineCall({
  ...common,
  name: 'inviteUser',
  summary: 'Invite a user',
  description: 'The link is in this answer only, and expires after 7 days.',
  http: { method: 'POST', path: '/users/invite' },
  input: userSchema.pick({ name: true, username: true, email: true, permissions: true }),
  output: z.object({ link, user: userSchema }),
});
export type Invitation = z.output<typeof inviteUser.output>;

export const createResetLink = defineCall({
  ...common,
  name: 'createResetLink',
  summary: 'Create a link with which a user chooses a new password',
  description: 'The link expires after a day.',
  http: { method: 'POST', path: '/users/:id/reset-link' },
  input: z.object({ id: idField }),
  output: z.object({ link }),
  audit: { action: 'people.resetLink', target: 'users/:id' },
});

export const createSetUpLink = defineCall({
  ...common,
  name: 'createSetUpLink',
  summary: 'Create a link that makes the first user',
  description: 'It replaces the link before it.',
  http: { method: 'POST', path: '/setup/link' },
  input: z.object({}),
  output: z.object({ link: link.nullable().describe('Null if there is a user already') }),
  audit: { action: 'people.setUpLink', target: 'setup' },
});
