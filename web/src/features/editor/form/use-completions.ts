import { listCompletions } from '@cellwright/calls';
import type { Completion } from '@cellwright/domain';
import { useQuery } from '@tanstack/react-query';
import { cell } from '../../../api/cell.ts';
import { robots } from '../../../api/robots.ts';
import { useEditor } from '../editor-context.ts';

/** A value that people look at needs no more than this, ms. */
const liveEveryMS = 2000;

/** What expressions of the routine may name, as the cell says it; with the values of now where the robot has it loaded. */
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
