import { largestInt32, wholeNumberText } from '@cellwright/domain/basics';
import { journalEntrySchema } from '@cellwright/domain/run';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';
import { idField } from '../framework/fields.ts';

export const listJournal = defineCall({
  name: 'listJournal',
  owner: 'routine-runner',
  section: 'Runs',
  summary: 'List entries of a run in order, after a seq',
  http: { method: 'GET', path: '/runs/:id/journal' },
  input: z.object({
    id: idField,
    after: wholeNumberText({ min: 0, max: largestInt32 }).default(0),
    limit: wholeNumberText({ min: 1, max: 1000 }).default(1000),
  }),
  output: z.object({
    items: z.array(journalEntrySchema),
    newest: z.number().describe('Seq of the last entry; 0 for none'),
  }),
  access: 'connectToRobot',
  effect: 'none',
  agent: 'read',
});
