/**
 * Requests to the other control box: operations of its HTTP interface, and the fields of the responses that are used.
 */
import { startOfText, type VariableValue } from '@cellwright/domain/basics';
import { runnerStateKindSchema } from '@cellwright/domain/robot';
import { storedValueSchema } from '@cellwright/domain/routine';
import * as z from 'zod';
import type { CellVariable } from '../../capabilities/variables.ts';
import { parseJson } from '../../framework/parse-json.ts';

export const paths = {
  variables: '/api/v1/cell/variables?sort=name&limit=1000',
  state: '/api/v1/cell/robots/live/state',
} as const;

/** A live state is sent with every change, so a text in it is shortened for display. */
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

/** Parses a list of variables; undefined if invalid. */
export function readVariables(body: string): ListedVariables | undefined {
  return listSchema.safeParse(parseJson(body)).data?.items;
}

/** Parses the state of a robot session; undefined if invalid. */
export function readState(body: string): SessionFacts | undefined {
  return stateSchema.safeParse(parseJson(body)).data?.state;
}

/** Returns each variable of the cell with its value in the run, else with its initial value. */
export function listVariables(listed: ListedVariables, running: SessionFacts['variables']): CellVariable[] {
  return listed.map(({ id, name, initialValue }) => ({ id, name, value: shorten(running[id]?.value ?? initialValue) }));
}

function shorten(value: VariableValue): VariableValue {
  return typeof value === 'string' && value.length > maxShownLength ? `${startOfText(value, maxShownLength)}…` : value;
}
