import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';

export const proposalLimits = {
  /** Maximum open proposals of one routine, and of all new routines together. */
  open: 20,
  /** Maximum length of a note or a reason, characters. */
  note: 1000,
} as const;

export const proposalStatuses = ['open', 'accepted', 'rejected', 'outdated'] as const;

const noteSchema = z.string().trim().min(1, 'Say why').max(proposalLimits.note);

/** Reason for the proposal. */
export const proposalNoteSchema = noteSchema.describe('Reason for the change, for the reviewer');
/** Reason for the rejection. */
export const rejectionReasonSchema = noteSchema.describe('Reason, shown to the proposer');

/** A version of a routine that a user accepts or rejects. Only an accepted one changes the routine. */
export const routineProposalSchema = z.object({
  id: idSchema,
  routineID: idSchema.describe('The routine that it changes, or the id of the new one'),
  routineName: z.string(),
  baseVersion: z.number().int().min(0).describe('Version that it changes; 0 for a new routine'),
  note: proposalNoteSchema,
  status: z.enum(proposalStatuses).describe("'outdated': the routine was changed before the proposal was accepted"),
  proposedByID: z.string(),
  proposedByName: z.string(),
  proposedWith: z.enum(['session', 'token']),
  decidedByID: z.string().optional(),
  decidedByName: z.string().optional(),
  decidedAt: z.iso.datetime().optional(),
  reason: rejectionReasonSchema.optional().describe('Reason for the rejection'),
  acceptedVersion: z.number().int().min(1).optional().describe('Resulting version of the routine'),
  document: z.record(z.string(), z.unknown()).describe('The proposed routine as a routine file'),
});
export type RoutineProposal = z.infer<typeof routineProposalSchema>;

/** A proposal without its document, for lists. */
export const proposalListingSchema = routineProposalSchema.omit({ document: true });
export type ProposalListing = z.infer<typeof proposalListingSchema>;
