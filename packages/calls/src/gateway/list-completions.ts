import { completionsSchema } from '@cellwright/domain/routine';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';
import { idField, robotKindField } from '../framework/fields.ts';

export const listCompletions = defineCall({
  name: 'listCompletions',
  owner: 'gateway',
  section: 'Routines',
  summary: 'List the names available to expressions of a routine, with current values',
  description:
    'Variables, variables of steps, signals, space items and devices. Values are those of the robot if it has the routine loaded; signals always have a value.',
  http: { method: 'GET', path: '/routines/:id/completions' },
  input: z.object({ id: idField, robotKind: robotKindField }),
  output: completionsSchema,
  access: 'signedIn',
  effect: 'none',
  scope: 'robot',
  deadlineMS: 15_000,
});
