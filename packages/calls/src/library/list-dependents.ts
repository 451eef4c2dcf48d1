import { mapFlags } from '@cellwright/domain/cell';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

export const listDependents = defineCall({
  name: 'listDependents',
  owner: 'library',
  section: 'Routines',
  summary: 'List the routines that would have a new problem without a device or a feature',
  http: { method: 'POST', path: '/routines/dependents' },
  input: z.object({
    equipment: z.array(z.string().max(128)).max(50).default([]).describe('Ids of devices'),
    flags: z
      .array(z.enum(mapFlags((name) => name)))
      .max(50)
      .default([]),
  }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string().describe('Of the device; the name of the feature'),
        routines: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
    ),
  }),
  access: 'author',
  effect: 'none',
  // Each routine of the cell is checked with and without.
  deadlineMS: 60_000,
});
