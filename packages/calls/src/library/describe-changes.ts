import { idSchema } from '@cellwright/domain/basics';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';
import { optionalVersion } from '../framework/fields.ts';

export const describeChanges = defineCall({
  name: 'describeChanges',
  owner: 'library',
  section: 'Routines',
  summary: 'Describe the changes between two versions of a routine',
  description: 'Without versions: the changes of the newest version.',
  http: { method: 'GET', path: '/routines/:id/changes' },
  input: z.object({ id: idSchema, from: optionalVersion, to: optionalVersion }),
  output: z.object({
    from: z.number(),
    to: z.number(),
    changes: z.array(
      z.object({
        kind: z.enum(['renamed', 'added', 'removed', 'moved', 'changed', 'disabled', 'enabled']),
        text: z.string(),
        stepID: z.string().optional(),
        itemID: z.string().optional().describe('The changed variable or space item'),
        stepPath: z.string().optional(),
        savedIn: z
          .object({ version: z.number(), savedAt: z.iso.datetime(), savedByName: z.string() })
          .optional()
          .describe('The last save between the two versions that changed the same step or item'),
      }),
    ),
  }),
  access: 'connectToRobot',
  effect: 'none',
  agent: 'read',
  deadlineMS: 15_000,
});
