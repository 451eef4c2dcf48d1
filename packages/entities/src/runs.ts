import { type Run, runSchema } from '@cellwright/domain/run';
import { defineEntity } from './framework/definition.ts';

/** Runs, each tied to the version of the routine that was played. */
export const runs = defineEntity<Run>({
  name: 'runs',
  noun: 'run',
  description:
    'Runs of routines and how they ended. startedAfter and startedBefore (ISO 8601) bound when a run began, both ends excluded',
  owner: 'routine-runner',
  schema: runSchema,
  history: 'newest',
  may: { find: 'signedIn', get: 'signedIn', create: 'nobody', patch: 'nobody', remove: 'nobody' },
  filters: {
    routineID: 'string',
    routineVersion: 'number',
    robotKind: 'string',
    status: 'string',
    startedAfter: 'string',
    startedBefore: 'string',
  },
  sort: ['startedAt'],
  order: ['-startedAt'],
  pageLimit: 1000,
  isComputed: true,
});
