import { maxComments, newStepCommentSchema, type StepComment, stepCommentSchema } from '@cellwright/domain/routine';
import { defineEntity } from './framework/definition.ts';

/** Comments on steps of routines, stored separately: they are not part of a version or a run. */
export const stepComments = defineEntity<StepComment>({
  name: 'stepComments',
  noun: 'comment',
  description: 'Comments of people on steps of routines, with replies',
  owner: 'library',
  schema: stepCommentSchema,
  create: newStepCommentSchema,
  idPrefix: 'comment',
  history: 'newest',
  may: { find: 'signedIn', get: 'signedIn', create: 'author', patch: 'author', remove: 'author' },
  filters: { routineID: 'string', stepID: 'string', threadID: 'string', isResolved: 'boolean' },
  order: ['createdAt'],
  pageLimit: maxComments,
});
