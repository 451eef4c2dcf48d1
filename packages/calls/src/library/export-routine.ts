import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';
import { idField, optionalVersion } from '../framework/fields.ts';
import { routineFileSchema } from './routine-file.ts';

export const exportRoutine = defineCall({
  name: 'exportRoutine',
  owner: 'library',
  section: 'Routines',
  summary: 'Export a routine as a file',
  http: { method: 'GET', path: '/routines/:id/export' },
  input: z.object({ id: idField, version: optionalVersion }),
  output: routineFileSchema,
  access: 'connectToRobot',
  effect: 'none',
  agent: 'read',
  deadlineMS: 15_000,
});
