import { idSchema } from '@cellwright/domain/basics';
import { problemSchema } from '@cellwright/domain/routine';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';
import { describeChanges } from './describe-changes.ts';
import { storedProposalSchema } from './propose-routine-version.ts';

const common = {
  owner: 'library',
  section: 'Proposals',
  access: 'connectToRobot',
  effect: 'none',
  agent: 'read',
  deadlineMS: 15_000,
} as const;

export const listOwnProposals = defineCall({
  ...common,
  name: 'listOwnProposals',
  summary: 'List your newest proposals with their results',
  http: { method: 'GET', path: '/routine-proposals/own' },
  input: z.object({}),
  output: z.object({ items: z.array(storedProposalSchema) }),
});

export const reviewProposal = defineCall({
  ...common,
  name: 'reviewProposal',
  summary: 'Read a proposal with its changes and problems',
  description: 'The changes are those from the base version, or the whole routine if it is new.',
  http: { method: 'GET', path: '/routine-proposals/:id/review' },
  input: z.object({ id: idSchema }),
  output: z.object({
    proposal: storedProposalSchema,
    currentVersion: z.number().int().describe('Newest version of the routine; 0 if there is none'),
    isOutdated: z.boolean().describe('True if the routine was changed since, so that it cannot be accepted'),
    changes: describeChanges.output.shape.changes,
    added: z
      .array(z.object({ kind: z.enum(['variable', 'spaceItem', 'codeBlock']), id: z.string(), name: z.string() }))
      .describe('Items that accepting adds to the cell'),
    problems: z.array(problemSchema),
    document: z.record(z.string(), z.unknown()).describe('The proposed routine as a routine file'),
  }),
});
