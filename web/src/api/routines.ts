import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { cell } from './cell.ts';
import { findAll } from './find-all.ts';
import { http } from './session.ts';

const namesSchema = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })), total: z.number() });

/** Returns ids and names of the cell's routines. */
export async function listRoutineNames(signal?: AbortSignal) {
  return findAll((page) =>
    http.request('GET', '/api/v1/cell/routines', { schema: namesSchema, query: { ...page, sort: 'name' }, signal }),
  );
}

/** Returns the newest stored version of a routine, also when others save it; null if none is stored any more. */
export function useNewestVersion(id: string): number | null | undefined {
  const { data } = useQuery({
    queryKey: ['routines', id, 'newest version'],
    queryFn: async () => (await cell.routines.versions(id, { limit: 1 })).items[0]?.version ?? null,
  });
  return data;
}
