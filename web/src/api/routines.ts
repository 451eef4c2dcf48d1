import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { cell } from './cell.ts';
import { findAll } from './find-all.ts';
import { http } from './session.ts';

const namesSchema = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string() })),
  pagination: z.object({ total: z.number() }),
});

/** Returns ids and names of all routines of the cell, sorted by name. */
export function useRoutineNames() {
  return useQuery({
    queryKey: ['routines', 'names'],
    // Changes of routines invalidate it: opening a list again needs no request.
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      findAll(async (page) => {
        const query = { ...page, sort: 'name' };
        const { items, pagination } = await http.request('GET', '/api/v1/cell/routines', {
          ...{ schema: namesSchema, query, signal },
        });
        return { items, total: pagination.total };
      }),
  });
}

/** Returns the newest stored version of a routine, also when others save it; null if none is stored any more. */
export function useNewestVersion(id: string): number | null | undefined {
  const { data } = useQuery({
    queryKey: ['routines', id, 'newest version'],
    queryFn: async () => (await cell.routines.versions(id, { limit: 1 })).items[0]?.version ?? null,
  });
  return data;
}
