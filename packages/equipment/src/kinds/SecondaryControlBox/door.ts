/** What is asked of the other control box: operations of its HTTP interface, of whose answers only this is read. */
import { runnerStateKindSchema, storedValueSchema, type VariableValue } from '@cellwright/domain';
import * as z from 'zod';
import type { CellVariable } from '../../capabilities/variables.ts';
import { parseJson } from '../../framework/parse-json.ts';

export const paths = {
  variables: '/api/v1/cell/variables?sort=name&limit=1000',
  state: '/api/v1/cell/robots/live/state',
} as const;

/** A live state is told again with every change: a text in it is for people to look at. */
const maxShownLength = 200;

const listSchema = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string(), initialValue: storedValueSchema })),
});
const stateSchema = z.object({
  state: z.object({
    kind: runnerStateKindSchema,
    variables: z.record(z.string(), z.object({ value: storedValueSchema })),
  }),
});

export type ListedVariables = z.infer<typeof listSchema>['items'];
export type SessionFacts = z.infer<typeof stateSchema>['state'];

/** Undefined for what is no list of variables. */
export function readVariables(body: string): ListedVariables | undefined {
  return listSchema.safeParse(parseJson(body)).data?.items;
}

/** Undefined for what is no state of a robot session. */
export function readState(body: string): SessionFacts | undefined {
  return stateSchema.safeParse(parseJson(body)).data?.state;
}

/** Each variable of the cell with what it holds in the run, else with what it begins with. */
export function listVariables(listed: ListedVariables, running: SessionFacts['variables']): CellVariable[] {
  return listed.map(({ id, name, initialValue }) => ({ id, name, value: shorten(running[id]?.value ?? initialValue) }));
}

function shorten(value: VariableValue): VariableValue {
  return typeof value === 'string' && value.length > maxShownLength ? `${value.slice(0, maxShownLength)}…` : value;
}
