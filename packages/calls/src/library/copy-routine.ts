import { routineSchema } from '@cellwright/domain/routine';
import { stampsSchema } from '@cellwright/entities';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';
import { copyName, idField } from '../framework/fields.ts';

const common = {
  owner: 'library',
  section: 'Routines',
  input: z.object({ id: idField, name: copyName }),
  output: routineSchema.extend(stampsSchema.shape).loose(),
  access: 'author',
  effect: 'atMostOnce',
  deadlineMS: 15_000,
} as const;

export const duplicateRoutine = defineCall({
  ...common,
  name: 'duplicateRoutine',
  summary: 'Copy a routine',
  description: 'The copy has ids of its own. Default name: that of the original with "copy" appended.',
  http: { method: 'POST', path: '/routines/:id/duplicate' },
});

export const createFromTemplate = defineCall({
  ...common,
  name: 'createFromTemplate',
  summary: 'Create a routine from a template',
  http: { method: 'POST', path: '/routines/from-template/:id' },
});
