import type { Routine } from '@cellwright/domain/routine';
import { useQuery } from '@tanstack/react-query';
import { cell } from '../../../api/cell.ts';

/** Fetches a saved version of a routine without the metadata of the version. */
export async function fetchVersion(id: string, wanted: number | undefined, signal?: AbortSignal): Promise<Routine> {
  const { version, updatedByID, updatedByName, ...routine } = await cell.routines.get(id, { version: wanted, signal });
  return routine;
}

/** Returns a saved version of a routine. A saved version never changes, so it is read once. */
export function useRoutineVersion(id: string, version: number | undefined) {
  return useQuery({
    // Events of routines invalidate the key 'routines'.
    queryKey: ['routine version', id, version],
    queryFn: ({ signal }) => fetchVersion(id, version, signal),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
