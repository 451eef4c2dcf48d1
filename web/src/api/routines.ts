import * as z from 'zod';
import { http } from './session.ts';

const namesSchema = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) });

/** Ids and names of the cell's routines. */
export async function listRoutineNames(signal?: AbortSignal) {
  const query = { limit: 200, sort: 'name' };
  return (await http.request('GET', '/api/v1/cell/routines', { schema: namesSchema, query, signal })).items;
}
