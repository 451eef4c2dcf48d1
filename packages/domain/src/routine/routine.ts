import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { messageSourceSchema } from '../basics/message-source-schema.ts';
import { nameSchema, textSchema } from '../basics/text.ts';
import { formatVersionSchema } from '../basics/versions.ts';
import { spaceItemSchema } from '../space/space-item.ts';
import { routineTestsSchema } from './routine-test.ts';
import { environmentVariableSchema } from './variables.ts';

/**
 * A step in the tree. Its arguments are in `stepConfigurations[id]`. An unknown stepKind parses (and refuses to play).
 */
export interface Step {
  id: string;
  stepKind: string;
  description?: string | undefined;
  /** A disabled step (and all steps inside) is skipped. */
  isDisabled: boolean;
  steps?: Step[] | undefined;
}

/**
 * One step without its children: the tree is walked iteratively, never recursively, so depth cannot exhaust the stack.
 */
export const shallowStepSchema = z.object({
  id: idSchema,
  stepKind: z.string().min(1).max(100),
  description: textSchema(10_000).optional(),
  isDisabled: z.boolean().default(false),
});

/**
 * A step with its children, for descriptions and types; documents are parsed by `parseRoutine`, which handles any
 * depth.
 */
export const stepSchema = shallowStepSchema.extend({
  get steps() {
    return z.array(stepSchema).optional();
  },
});

export const stepConfigurationSchema = z.object({
  stepKind: z.string().min(1).max(100),
  args: z.record(z.string(), z.unknown()).default({}),
  formatVersion: formatVersionSchema,
});
export type StepConfiguration = z.infer<typeof stepConfigurationSchema>;

/** A routine without its step tree (see parseRoutine). */
export const routineHeadSchema = z.object({
  id: idSchema,
  name: nameSchema('routine'),
  description: textSchema(100_000).optional(),
  isTemplate: z.boolean().default(false),
  createdAt: z.iso.datetime().optional(),
  createdByID: z.string().max(200).optional(),
  createdByName: z.string().max(200).optional(),
  createdByPhoto: z.string().max(10_000).optional(),
  updatedAt: z.iso.datetime().optional(),
  configurationUpdatedAt: z.iso.datetime().optional(),
  stepConfigurations: z.record(idSchema, stepConfigurationSchema).default({}),
  space: z.array(spaceItemSchema).default([]),
  environmentVariables: z.array(environmentVariableSchema).default([]),
  mainLoopStepID: idSchema.optional(),
  motionPlanner: z.enum(['ROS1', 'ROS2']).optional(),
  /** Intended duration of a cycle, s: shown next to the actual one. */
  targetCycleTimeSeconds: z
    .number()
    .positive('The cycle time must be above 0 s')
    .max(86_400, 'The cycle time can be at most one day')
    .optional(),
  tests: routineTestsSchema.optional().describe('Tests of the routine: inputs and expected results'),
});
export type RoutineHead = z.infer<typeof routineHeadSchema>;

export interface Routine extends RoutineHead {
  /** Nested, non-empty. */
  steps: Step[];
}

/** A whole routine, for descriptions and types (see stepSchema). */
export const routineSchema = routineHeadSchema.extend({ steps: z.array(stepSchema).min(1) });

/**
 * Kind of a problem of a step, a field or a document: with the path of the step, the field, and a message that says
 * what to do.
 */
export const problemKindSchema = z.enum([
  'invalidConfiguration',
  'missingEquipment',
  'EquipmentNotFound',
  'configurationWarning',
  'deprecatedConfigurationWarning',
]);
export interface Problem {
  kind: z.infer<typeof problemKindSchema>;
  message: string;
  /** Dotted path of the field inside the step's arguments (or the document, without a step). */
  fieldId?: string | undefined;
  stepID?: string | undefined;
  /** 1-based indexes from the root, e.g. '2.1.3'. */
  stepPath?: string | undefined;
  /** Source of the message, for clients in another language. */
  messageId?: string | undefined;
  parameters?: unknown[] | undefined;
}
export const problemSchema = z.object({
  kind: problemKindSchema,
  message: z.string(),
  fieldId: z.string().optional(),
  stepID: z.string().optional(),
  stepPath: z.string().optional(),
  ...messageSourceSchema.shape,
});

/** Describes a problem with its place, which the message alone does not always name. */
export function describeProblem(
  { stepPath, fieldId, message }: Problem,
  nameStep = (path: string): string => `step ${path}`,
): string {
  const where = [stepPath ? nameStep(stepPath) : '', fieldId ?? ''].filter((part) => part !== '').join(', ');
  return where === '' ? message : `${where}: ${message}`;
}

/** True if the problem prevents loading the routine; a warning does not. */
export function isBlockingProblem(problem: Problem): boolean {
  return problem.kind !== 'configurationWarning' && problem.kind !== 'deprecatedConfigurationWarning';
}

export const routineNewForMS = 24 * 60 * 60 * 1000;

/** True for 24 hours after a routine was created. */
export function isNewRoutine(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < routineNewForMS;
}
