import type { Routine } from '@cellwright/domain/routine';
import { stepComments } from '@cellwright/entities';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createClientOf, useInvalidate } from '../../../api/cell.ts';
import { findAll } from '../../../api/find-all.ts';
import { useEditor } from '../editor-context.ts';
import { groupComments, type RoutineComments, type TimedComment } from './group-comments.ts';

const comments = createClientOf(stepComments);
const none: readonly TimedComment[] = [];

/** Returns the comments on the steps of a routine. None until the cell has answered. */
export function useComments({ id, steps }: Routine): RoutineComments {
  const { data = none } = useQuery({
    queryKey: ['stepComments', id],
    queryFn: ({ signal }) => findAll((page) => comments.find({ ...page, routineID: id }, signal)),
  });
  return useMemo(() => groupComments({ steps }, data), [steps, data]);
}

/** Returns the operations on comments of the edited routine. */
export function useCommentCommands() {
  const { session } = useEditor();
  const invalidate = useInvalidate();
  const refreshed = async (work: Promise<unknown>): Promise<void> => {
    await work.finally(() => invalidate('stepComments'));
  };
  return {
    /** Comments on a step, or replies to a thread. A new step is saved first. */
    async add(stepID: string, text: string, threadID?: string): Promise<void> {
      await session.flush();
      const { id: routineID } = session.routine;
      await refreshed(comments.create({ routineID, stepID, text, ...(threadID && { threadID }) }));
    },
    setResolved: ({ id }: TimedComment, isResolved: boolean) => refreshed(comments.patch(id, { isResolved })),
    remove: ({ id }: TimedComment) => refreshed(comments.remove(id)),
    restore: ({ id }: TimedComment) => refreshed(comments.restore(id)),
  };
}
