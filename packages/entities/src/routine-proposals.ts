import { maxDocumentBytes } from '@cellwright/domain/basics';
import { proposalListingSchema, type RoutineProposal, routineProposalSchema } from '@cellwright/domain/routine';
import { defineEntity } from './framework/definition.ts';

/** Versions of routines that wait for a user's decision, and those already decided. Calls create and decide them. */
export const routineProposals = defineEntity<RoutineProposal>({
  name: 'routineProposals',
  noun: 'proposal',
  description: 'Proposed versions of routines: a person accepts or rejects them',
  owner: 'library',
  schema: routineProposalSchema,
  idPrefix: 'proposal',
  history: 'newest',
  may: { find: 'signedIn', get: 'signedIn', create: 'nobody', patch: 'nobody', remove: 'nobody' },
  filters: { routineID: 'string', status: 'string', proposedByID: 'string', baseVersion: 'number' },
  sort: ['routineName'],
  pageLimit: 100,
  // The document is as large as a routine may be; the other fields are small.
  maxBytes: maxDocumentBytes + 64 * 1024,
  listing: { schema: proposalListingSchema, of: ({ document: _, ...listing }) => listing },
});
