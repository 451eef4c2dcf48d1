import { maxDocumentBytes } from '@cellwright/domain/basics';
import { describeStepCount, type Routine, routineSchema, textsIn, walkSteps } from '@cellwright/domain/routine';
import { spaceFileIDOf } from '@cellwright/domain/space';
import * as z from 'zod';
import { defineEntity } from './framework/definition.ts';

/** Fields of a routine in lists. */
export const routineListingSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().describe("Its own, or '1 step', 'N steps'"),
  isTemplate: z.boolean(),
  isNew: z.boolean().optional().describe('Created less than 24 hours ago'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  createdByName: z.string(),
});

/** Routines with all their versions. */
export const routines = defineEntity<Routine>({
  name: 'routines',
  noun: 'routine',
  description: 'Routines, with all versions',
  owner: 'library',
  schema: routineSchema,
  idPrefix: 'routine',
  history: 'versions',
  may: {
    find: 'signedIn',
    get: 'signedIn',
    create: 'author',
    patch: 'author',
    remove: 'author',
  },
  filters: { name: 'string', isTemplate: 'boolean' },
  search: ['name', 'description'],
  sort: ['name'],
  pageLimit: 1000,
  maxBytes: maxDocumentBytes,
  stampsItself: true,
  listing: {
    schema: routineListingSchema,
    of: (routine) => ({
      id: routine.id,
      name: routine.name,
      description: routine.description || describeStepCount(routine.steps),
      isTemplate: routine.isTemplate,
      createdAt: routine.createdAt,
      updatedAt: routine.updatedAt,
      createdByName: routine.createdByName ?? '',
    }),
  },
  referencesOf,
  membersOf,
});

/** An id has no spaces; step arguments reference entities by id, in fields of any name. */
const idForm = /^[^\s\p{Cc}]{1,128}$/u;

/**
 * Returns every text in the steps' arguments and in the routine's own items that could be the id of an entity of the
 * cell.
 */
export function referencesOf({ stepConfigurations, space, environmentVariables }: Routine): string[] {
  const own = new Set([...space, ...environmentVariables].map(({ id }) => id));
  const found = new Set<string>();
  for (const text of textsIn([Object.values(stepConfigurations).map(({ args }) => args), space])) {
    const id = spaceFileIDOf(text) ?? text;
    if (idForm.test(id) && !own.has(id)) found.add(id);
  }
  return [...found];
}

/** Returns the ids of objects inside the routine: steps, local space items, environment variables. */
export function membersOf({ steps, space, environmentVariables }: Routine): string[] {
  const ids: string[] = [];
  for (const { step } of walkSteps(steps)) ids.push(step.id);
  return [...ids, ...space.map(({ id }) => id), ...environmentVariables.map(({ id }) => id)];
}
