import { idSchema } from '@cellwright/domain/basics';
import { rejectionReasonSchema } from '@cellwright/domain/routine';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';
import { storedProposalSchema } from './propose-routine-version.ts';

/** Only a user can decide: a developer token is refused regardless of its permissions, and /mcp has no such tool. */
const common = {
  owner: 'library',
  section: 'Proposals',
  output: storedProposalSchema,
  access: 'author',
  needsPerson: true,
  effect: 'atMostOnce',
} as const;

export const acceptProposal = defineCall({
  ...common,
  name: 'acceptProposal',
  summary: 'Accept a proposal: it becomes the next version of its routine',
  description: 'Refused if its base version is no longer the newest version. Only a signed-in person can accept.',
  http: { method: 'POST', path: '/routine-proposals/:id/accept' },
  input: z.object({ id: idSchema }),
  deadlineMS: 60_000,
});

export const rejectProposal = defineCall({
  ...common,
  name: 'rejectProposal',
  summary: 'Reject a proposal',
  description: 'Only a signed-in person can reject.',
  http: { method: 'POST', path: '/routine-proposals/:id/reject' },
  input: z.object({ id: idSchema, reason: rejectionReasonSchema }),
  deadlineMS: 15_000,
});
