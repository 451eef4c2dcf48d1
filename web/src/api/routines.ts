import * as z from 'zod';
import { http } from './session.ts';

const namesSchema = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) });

/** A step as lists of steps name it; children within. */
export interface NamedStep {
  readonly id: string;
  readonly description?: string | undefined;
  readonly steps?: readonly NamedStep[] | undefined;
}
const namedStepSchema: z.ZodType<NamedStep> = z.object({
  id: z.string(),
  description: z.string().optional(),
  get steps() {
    return z.array(namedStepSchema).optional();
  },
});
const stepsSchema = z.object({ steps: z.array(namedStepSchema) });

/** Ids and names of the cell's routines. */
export async function listRoutineNames(signal?: AbortSignal) {
  const query = { limit: 200, sort: 'name' };
  return (await http.request('GET', '/api/v1/cell/routines', { schema: namesSchema, query, signal })).items;
}

/** What people call the steps of a version of a routine, by step id. */
export async function readStepNames(id: string, version: number, signal?: AbortSignal): Promise<Map<string, string>> {
  const path = `/api/v1/cell/routines/${encodeURIComponent(id)}`;
  const { steps } = await http.request('GET', path, { schema: stepsSchema, query: { version }, signal });
  const names = new Map<string, string>();
  const rest = [...steps];
  for (let step = rest.pop(); step; step = rest.pop()) {
    if (step.description) names.set(step.id, step.description);
    rest.push(...(step.steps ?? []));
  }
  return names;
}
