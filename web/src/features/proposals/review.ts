import type { reviewProposal } from '@cellwright/calls';
import type * as z from 'zod';

/** Proposal with all data needed to decide it. */
export type Review = z.output<typeof reviewProposal.output>;
