import type { VariableValue } from '@cellwright/domain/basics';
import { type JointAngles, jointAnglesSchema, poseSchema } from '@cellwright/domain/robot';
import { storedValueSchema } from '@cellwright/domain/routine';
import { type JournalEntry, placeStepSchema, type ResumePlace, type Run } from '@cellwright/domain/run';
import * as z from 'zod';

/** A run with what its store keeps of it; `tail` are the last entries of its journal, oldest first. */
export interface StoredRun {
  readonly run: Run;
  readonly rows: readonly { readonly scope: string; readonly id: string; readonly value: unknown }[];
  readonly tail: readonly JournalEntry[];
}

/** Runs of one robot, with the data for continuing them. */
export interface RunArchive {
  /** Returns a run, however it ended; undefined where there is none. */
  find(runID: string): Promise<StoredRun | undefined>;
  /** Lists the unfinished runs that can be continued, the newest first. */
  listPlaces(): Promise<readonly ResumePlace[]>;
  /** Deletes the data for continuing a run. */
  forget(runID: string): Promise<void>;
}

const vec3Schema = z.tuple([z.number(), z.number(), z.number()]);
const toolSchema = z.object({
  equipmentID: z.string().nullable(),
  name: z.string(),
  tcp: poseSchema,
  massKg: z.number(),
  centreOfGravity: vec3Schema,
  boxes: z.array(z.object({ pose: poseSchema, size: vec3Schema })),
});

/** Place of a run at the journal entry `seq`, and its conditions. */
export const runPlaceSchema = z.object({
  seq: z.number(),
  places: z.array(z.object({ thread: z.string(), stepID: z.string(), when: z.enum(['before', 'inside', 'after']) })),
  /** Place of the routine's own thread in words; null before its first step. */
  at: placeStepSchema.nullable().default(null),
  joints: jointAnglesSchema.nullable(),
  tool: toolSchema,
  payloadMassKg: z.number(),
  /** Base of the arm, in the world. */
  base: poseSchema,
});
export type RunPlace = z.infer<typeof runPlaceSchema>;

/** Current path of the arm, as corners in joint space; null at standstill. */
export const drivenPathSchema = z.array(jointAnglesSchema).nullable();

const stepVariablesSchema = z.record(z.string(), storedValueSchema);

/** Data for continuing a run. */
export interface KeptProgress {
  readonly place: RunPlace;
  readonly path: readonly JointAngles[] | null;
  readonly variables: ReadonlyMap<string, VariableValue>;
  readonly steps: ReadonlyMap<string, Readonly<Record<string, VariableValue>>>;
}

/** Reads the stored data; undefined if there is none, or if another version of the product stored it. */
export function readProgress({ rows }: Pick<StoredRun, 'rows'>): KeptProgress | undefined {
  const place = runPlaceSchema.safeParse(rows.find(({ scope }) => scope === 'place')?.value);
  const path = drivenPathSchema.safeParse(rows.find(({ scope }) => scope === 'path')?.value ?? null);
  if (!place.success || !path.success) return undefined;
  const variables = new Map<string, VariableValue>();
  const steps = new Map<string, Readonly<Record<string, VariableValue>>>();
  for (const { scope, id, value } of rows) {
    if (scope === 'variable') {
      const read = storedValueSchema.safeParse(value);
      if (!read.success) return undefined;
      variables.set(id, read.data);
    }
    if (scope === 'step') {
      const read = stepVariablesSchema.safeParse(value);
      if (!read.success) return undefined;
      steps.set(id, read.data);
    }
  }
  return { place: place.data, path: path.data, variables, steps };
}
