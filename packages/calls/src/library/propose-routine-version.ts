import { idSchema } from '@cellwright/domain/basics';
import { problemSchema, proposalListingSchema, proposalNoteSchema } from '@cellwright/domain/routine';
import { stampsSchema } from '@cellwright/entities';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';
import { optionalVersion } from '../framework/fields.ts';
import { routineFileSchema } from './routine-file.ts';

/** A proposal without its document, as stored. */
export const storedProposalSchema = proposalListingSchema.extend(stampsSchema.shape).loose();

/**
 * Language models may propose: the routine does not change, and no run plays a proposal. Only a person's session
 * decides (see decide-proposal.ts).
 */
export const proposeRoutineVersion = defineCall({
  name: 'proposeRoutineVersion',
  owner: 'library',
  section: 'Proposals',
  summary: 'Propose a new version of a routine, or a new routine',
  description:
    'Send the whole routine as a routine file, as exportRoutine returns it. Nothing changes until a person accepts the ' +
    'proposal. Fields that a routine file does not have are refused.',
  http: { method: 'POST', path: '/routines/propose' },
  input: z.object({
    routineID: idSchema.optional().describe('The routine to change; omit it to propose a new routine'),
    baseVersion: optionalVersion.describe('Version of the routine that was changed; it must be the newest'),
    note: proposalNoteSchema,
  }),
  document: routineFileSchema,
  output: z.object({ proposal: storedProposalSchema, problems: z.array(problemSchema) }),
  access: 'connectToRobot',
  effect: 'atMostOnce',
  agent: 'propose',
  // Enough for a file with thousands of variables on a busy machine.
  deadlineMS: 60_000,
});
