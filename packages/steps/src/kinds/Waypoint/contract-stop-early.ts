import { defineMessages } from '@cellwright/domain/basics';
import { type Expression, expressionSchema } from '@cellwright/domain/routine';
import * as z from 'zod';
import type { ExpressionUse } from '../../framework/index.ts';
import type { WaypointArgs } from './contract-args.ts';

/** Groups of conditions; the motion ends early when all conditions of one group hold. */
export type StopEarlyGroups = readonly (readonly Expression[])[];

export const { stopEarlyNotReadable } = defineMessages('WaypointStop', {
  stopEarlyNotReadable: 'The stop-early conditions are invalid. Choose them again',
});

const groupsSchema = z
  .array(z.union([z.array(expressionSchema).min(1), expressionSchema.transform((condition) => [condition])]))
  .max(100);

const parsed = new WeakMap<WaypointArgs, StopEarlyGroups | undefined>();

/** Returns the groups in a waypoint's arguments, none if empty; undefined if the text cannot be parsed. */
export function stopEarlyGroupsOf(args: WaypointArgs): StopEarlyGroups | undefined {
  // Parsed once for a waypoint, which may be passed thousands of times.
  if (!parsed.has(args)) parsed.set(args, parseGroups(args.stopEarlyConditions));
  return parsed.get(args);
}

export function stopEarlyUses(args: WaypointArgs): ExpressionUse[] {
  return (stopEarlyGroupsOf(args) ?? []).flat().map((expression) => ({ fieldId: 'stopEarlyConditions', expression }));
}

function parseGroups(text: string): StopEarlyGroups | undefined {
  if (text.trim() === '') return [];
  try {
    const result = groupsSchema.safeParse(JSON.parse(text));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}
