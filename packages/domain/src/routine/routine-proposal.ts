import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';

export const proposalLimits = {
  /** Maximum open proposals of one routine, and of all new routines together. */
  open: 20,
  /** Maximum length of a note or a reason, characters. */
  note: 1000,
} as const;

export const proposalStatuses = ['open', 'accepted', 'rejected', 'outdated'] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

const noteSchema = z.string().trim().min(1, 'Say why').max(proposalLimits.note);

/** Reason for the proposal. */
export const proposalNoteSchema = noteSchema.describe('Why: what the change improves, for the person who reviews it');
/** Reason for the rejection. */
export const rejectionReasonSchema = noteSchema.describe('Why: shown to whoever proposed it');

/** A version of a routine that a user accepts or rejects. Only an accepted one changes the routine. */
export const routineProposalSchema = z.object({
  id: idSchema,
  routineID: idSchema.describe('The routine that it changes, or the id of the new one'),
  routineName: z.string(),
  baseVersion: z.number().int().min(0).describe('Version that it changes; 0 for a new routine'),
  note: proposalNoteSchema,
  status: z.enum(proposalStatuses).describe("'outdated': the routine was changed before somebody accepted it"),
  proposedByID: z.string(),
  proposedByName: z.string(),
  proposedWith: z.enum(['session', 'token']),
  decidedByID: z.string().optional(),
  decidedByName: z.string().optional(),
  decidedAt: z.iso.datetime().optional(),
  reason: rejectionReasonSchema.optional().describe('Why it was rejected'),
  acceptedVersion: z.number().int().min(1).optional().describe('Version of the routine that it became'),
  document: z.record(z.string(), z.unknown()).describe('The proposed routine as a routine file'),
});
export type RoutineProposal = z.infer<typeof routineProposalSchema>;

/** A proposal without its document, for lists. */
export const proposalListingSchema = routineProposalSchema.omit({ document: true });
export type ProposalListing = z.infer<typeof proposalListingSchema>;
