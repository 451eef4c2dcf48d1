import type { Routine } from '@cellwright/domain/routine';
import { useQuery } from '@tanstack/react-query';
import { cell } from './cell.ts';
import { useRobot } from './use-robot.ts';

/** Returns the loaded routine of the robot, in the loaded version; undefined until it is known. */
export function useLoadedRoutine(): Routine | undefined {
  const { id = '', version = 0 } = useRobot(({ state }) => ({
    id: state?.routine?.id,
    version: state?.routine?.version,
  }));
  const { data } = useQuery({
    queryKey: ['routines', 'version', id, version],
    queryFn: ({ signal }) => cell.routines.get(id, { version, signal }),
    enabled: id !== '',
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
