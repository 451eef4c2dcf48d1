import type { Routine, StepComment } from '@cellwright/domain/routine';
import { indexSteps } from '../../../parts/step-index.ts';

/** A comment as stored, with its time. */
export interface TimedComment extends StepComment {
  readonly createdAt: string;
}

/** A comment and its replies, oldest first. */
export interface CommentThread {
  readonly first: TimedComment;
  readonly replies: readonly TimedComment[];
}

/** The comments on the steps that the routine has. */
export interface RoutineComments {
  readonly byStep: ReadonlyMap<string, readonly CommentThread[]>;
  /** Unresolved threads, in the order of the steps. */
  readonly open: readonly CommentThread[];
}

/**
 * Groups comments to threads by step. Comments of a step that the routine lacks are left out, and return with the step:
 * by undo, a restored version, or a paste that keeps its id.
 */
export function groupComments({ steps }: Pick<Routine, 'steps'>, comments: readonly TimedComment[]): RoutineComments {
  const replies = new Map<string, TimedComment[]>();
  for (const comment of comments) {
    const { threadID } = comment;
    if (threadID !== undefined) replies.set(threadID, [...(replies.get(threadID) ?? []), comment]);
  }
  const threads = new Map<string, CommentThread[]>();
  for (const first of comments) {
    if (first.threadID !== undefined) continue;
    const thread = { first, replies: (replies.get(first.id) ?? []).sort(byAge) };
    threads.set(first.stepID, [...(threads.get(first.stepID) ?? []), thread]);
  }
  const byStep = new Map<string, readonly CommentThread[]>();
  for (const stepID of indexSteps(steps).keys()) {
    const ofStep = threads.get(stepID);
    if (ofStep)
      byStep.set(
        stepID,
        ofStep.sort((one, other) => byAge(one.first, other.first)),
      );
  }
  return { byStep, open: [...byStep.values()].flat().filter(isOpen) };
}

function byAge(one: TimedComment, other: TimedComment): number {
  return one.createdAt.localeCompare(other.createdAt) || one.id.localeCompare(other.id);
}

export function isOpen({ first }: CommentThread): boolean {
  return !first.isResolved;
}
