import { listCompletions } from '@cellwright/calls';
import type { Completion } from '@cellwright/domain/routine';
import { useQuery } from '@tanstack/react-query';
import { cell } from '../../../api/cell.ts';
import { robots } from '../../../api/robots.ts';
import { useEditor } from '../editor-context.ts';

/** Polling interval of displayed values, ms. */
const liveEveryMS = 2000;

/**
 * Returns the names that expressions of the routine may use, from the cell, with current values if the robot has it
 * loaded.
 */
export function useCompletions(): readonly Completion[] {
  const { session } = useEditor();
  const { id } = session.routine;
  const { data } = useQuery({
    queryKey: ['routines', id, 'completions', robots.kind],
    queryFn: ({ signal }) => cell.call(listCompletions, { id, robotKind: robots.kind }, { signal }),
    refetchInterval: liveEveryMS,
  });
  return data?.items ?? [];
}
