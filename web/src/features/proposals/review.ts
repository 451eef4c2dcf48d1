import type { reviewProposal } from '@cellwright/calls';
import type * as z from 'zod';

/** A proposal with all that a person needs to decide it. */
export type Review = z.output<typeof reviewProposal.output>;
