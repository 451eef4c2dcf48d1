import { createId, ProductError } from '@cellwright/domain/basics';
import { maxComments, newStepCommentSchema, type StepComment, stepCommentSchema } from '@cellwright/domain/routine';
import { anyEntity } from '@cellwright/entities';
import {
  countForChange,
  type EntityHooks,
  type HookContext,
  refuseFieldsOfCell,
} from '@cellwright/service-kit/entities';
import type { RoutineLookup } from '../domain/routine-lookup.ts';

const entity = anyEntity('stepComments');

export type FindComment = (id: string) => Promise<StepComment | undefined>;

/**
 * Creates the hooks of comments: the step exists when the comment is written, replies belong to a thread, only its
 * author changes a text, and every author may resolve a thread.
 */
export function createStepCommentHooks(lookup: RoutineLookup, findComment: FindComment): EntityHooks<StepComment> {
  return {
    fromCreate: (input, { caller }) => ({
      ...newStepCommentSchema.parse(input),
      id: createId('comment'),
      authorID: caller.subjectID,
      authorName: caller.name,
      isResolved: false,
    }),
    async beforeCreate(comment) {
      await lookup.requireStep(comment.routineID, comment.stepID);
      if (comment.threadID !== undefined) checkThread(comment, await findComment(comment.threadID));
      return comment;
    },
    beforeSave: (next, previous, context) => {
      checkPlace(next, previous);
      refuseFieldsOfCell(next, previous, ['authorID', 'authorName', 'resolvedByName', 'resolvedAt']);
      if (next.text !== previous.text) requireAuthor(previous, context, 'change');
      if (previous.threadID !== undefined && next.isResolved) refuse('Resolve the first comment of the thread');
      return next.isResolved === previous.isResolved ? next : { ...next, ...resolution(next, context) };
    },
    beforeRemove: (comment, context) => requireAuthor(comment, context, 'remove'),
    async within(tx, change, { id, body }) {
      if (change === 'removed') {
        const replies = await countForChange(tx, entity, { threadID: [id] });
        if (replies > 0) refuse('This comment has replies. Resolve it instead');
      } else if (change === 'created') {
        const { routineID } = stepCommentSchema.parse(JSON.parse(body));
        const count = await countForChange(tx, entity, { routineID: [routineID] });
        if (count > maxComments) refuse(`A routine has at most ${maxComments} comments. Remove old ones first`);
      }
    },
  };
}

function checkThread({ routineID, stepID }: StepComment, thread: StepComment | undefined): void {
  if (thread === undefined) refuse('The comment that you reply to was removed');
  if (thread.threadID !== undefined) refuse('Reply to the first comment of the thread');
  if (thread.routineID !== routineID || thread.stepID !== stepID) refuse('A reply is about the step of its thread');
}

function checkPlace(next: StepComment, previous: StepComment): void {
  const isSame =
    next.routineID === previous.routineID && next.stepID === previous.stepID && next.threadID === previous.threadID;
  if (!isSame) refuse('A comment stays at its step. Write a new one there');
}

/** Returns who resolved the thread and when. */
function resolution({ isResolved }: StepComment, { caller, at }: HookContext): Partial<StepComment> {
  if (!isResolved) return { resolvedByName: undefined, resolvedAt: undefined };
  return { resolvedByName: caller.name, resolvedAt: at.toISOString() };
}

function requireAuthor({ authorID, authorName }: StepComment, { caller }: HookContext, act: 'change' | 'remove'): void {
  if (caller.subjectID === authorID) return;
  throw new ProductError('forbidden', `Only ${authorName} can ${act} this comment. Reply to it, or resolve it`);
}

function refuse(message: string): never {
  throw new ProductError('conflict', message);
}
