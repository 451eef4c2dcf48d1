import { idSchema } from '@cellwright/domain/basics';
import { problemSchema } from '@cellwright/domain/routine';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';
import { routineFileSchema } from './routine-file.ts';

const output = z.object({ problems: z.array(problemSchema) });
const common = {
  owner: 'library',
  section: 'Routines',
  output,
  effect: 'none',
  agent: 'validate',
  deadlineMS: 15_000,
} as const;

export const validateRoutine = defineCall({
  ...common,
  name: 'validateRoutine',
  summary: 'List all problems of a stored routine',
  http: { method: 'POST', path: '/routines/:id/validate' },
  input: z.object({ id: idSchema }),
  access: 'connectToRobot',
});

export const validateRoutineFile = defineCall({
  ...common,
  name: 'validateRoutineFile',
  summary: 'List all problems that a routine file has in this cell',
  http: { method: 'POST', path: '/routines/validate' },
  input: z.object({}),
  document: routineFileSchema,
  access: 'connectToRobot',
});
