import { problemSchema } from '@cellwright/domain/routine';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';
import { routineFileSchema } from './routine-file.ts';

export const importRoutine = defineCall({
  name: 'importRoutine',
  owner: 'library',
  section: 'Routines',
  summary: 'Import a routine file',
  description:
    'Stores the routine and everything it names in one transaction. A routine that equals the file gets no new version.',
  http: { method: 'POST', path: '/routines/import' },
  input: z.object({}),
  document: routineFileSchema,
  output: z.object({
    routineID: z.string(),
    version: z.number(),
    created: z.boolean().describe('True if this is the only version'),
    remappedIds: z.record(z.string(), z.string()),
    missing: z.array(z.string()).describe('Needed by the routine, but not in the cell'),
    problems: z.array(problemSchema),
  }),
  access: 'author',
  effect: 'atMostOnce',
  // Enough for a file with thousands of variables on a busy machine.
  deadlineMS: 60_000,
});

/** Outcome of an import. */
export type ImportedRoutine = z.output<typeof importRoutine.output>;
