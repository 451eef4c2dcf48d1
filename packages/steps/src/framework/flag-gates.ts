import { type FlagName, flagEntry } from '@cellwright/domain/cell';
import type { StepKind } from '@cellwright/domain/routine';
import * as z from 'zod';
import type { FieldProblem } from './contract.ts';
import type { ProgramStep } from './program.ts';
import { stepMessages } from './step-messages.ts';

/** A step as the gates see it: validated or loaded. */
export interface GatedStep {
  readonly stepKind: string;
  /** Kind of the step directly around it. */
  readonly parentKind: string | undefined;
  readonly args: unknown;
}

/** Content of routines that a feature flag gates. */
export interface FlagGate {
  readonly flag: FlagName;
  /** Plural noun, for the refusal. */
  readonly subject: string;
  /** Returns the field that needs the flag; undefined if the step does not need it. */
  find(step: GatedStep): string | undefined;
  /** True if the contract of the step reports it with its own message. */
  readonly isReportedByContract?: boolean;
}

const inMoveArm = (kind: StepKind) => (step: GatedStep) =>
  step.stepKind === kind && step.parentKind === 'MoveArmToV2' ? 'stepKind' : undefined;
const ofKind = (kind: StepKind) => (step: GatedStep) => (step.stepKind === kind ? 'stepKind' : undefined);
const stopEarlySchema = z.looseObject({ stopEarlyConditions: z.string() });

/**
 * Every flag that gates content of routines, with that content. Validation, loading, dry runs and playing use this
 * table; Python in expressions is also refused where it is evaluated.
 */
export const flagGates: readonly FlagGate[] = [
  { flag: 'palletizing', subject: 'Update Visualization steps', find: ofKind('UpdateVisualization') },
  { flag: 'enableCodeBlocks', subject: 'Code Block steps', find: ofKind('CodeBlock') },
  { flag: 'classifyStep', subject: 'Classify steps', find: ofKind('Classify') },
  { flag: 'locateStep', subject: 'Locate steps', find: ofKind('Locate') },
  { flag: 'stopEarlyIf', subject: 'Conditions that stop a move early', find: findStopEarly },
  { flag: 'weldWeaving', subject: 'Weaves of Weld steps', find: findWeaving },
  { flag: 'setIOInMoveArm', subject: 'Set I/O steps between waypoints', find: inMoveArm('SetIO') },
  {
    flag: 'setVariablesInMoveArm',
    subject: 'Set Variable steps between waypoints',
    find: inMoveArm('SetEnvironmentVariable'),
  },
  { flag: 'arcInMoveArm', subject: 'Arcs between waypoints', find: inMoveArm('Arc'), isReportedByContract: true },
  { flag: 'pythonExpressions', subject: 'Python expressions', find: findPython, isReportedByContract: true },
];

/** Reports content of a step whose flags are off. */
export function checkFlagGates(step: GatedStep, isFlagOn: (flag: FlagName) => boolean): FieldProblem[] {
  return flagGates.flatMap((gate) => {
    if (gate.isReportedByContract || isFlagOn(gate.flag)) return [];
    const fieldId = gate.find(step);
    return fieldId === undefined
      ? []
      : [{ kind: 'invalidConfiguration' as const, message: flagNeededMessage(gate), fieldId }];
  });
}

/** A flag that a loaded routine needs and the first enabled step that needs it. */
export interface FlagNeed {
  readonly gate: FlagGate;
  readonly stepID: string;
}

/** Returns the flags that the enabled steps of a loaded routine need. Python is checked where it is evaluated. */
export function listFlagNeeds(steps: readonly ProgramStep[]): FlagNeed[] {
  const kinds = new Map(steps.map(({ id, stepKind }) => [id, stepKind]));
  return flagGates.flatMap((gate) => {
    if (gate.flag === 'pythonExpressions') return [];
    const found = steps.find(
      ({ stepKind, parentID, args, isDisabled }) =>
        !isDisabled && gate.find({ stepKind, args, parentKind: kinds.get(parentID ?? '') }) !== undefined,
    );
    return found === undefined ? [] : [{ gate, stepID: found.id }];
  });
}

export function flagNeededMessage({ subject, flag }: Pick<FlagGate, 'subject' | 'flag'>): string {
  return stepMessages.flagNeeded(subject, flagEntry(flag).title);
}

/** An empty list is written as '' or as JSON text. */
function findStopEarly({ stepKind, args }: GatedStep): string | undefined {
  if (stepKind !== 'Waypoint') return undefined;
  const parsed = stopEarlySchema.safeParse(args);
  const isUsed = parsed.success && !['', '[]'].includes(parsed.data.stopEarlyConditions.trim());
  return isUsed ? 'stopEarlyConditions' : undefined;
}

const weavingSchema = z.looseObject({ weaving: z.looseObject({}) });

function findWeaving({ stepKind, args }: GatedStep): string | undefined {
  return stepKind === 'Weld' && weavingSchema.safeParse(args).success ? 'weaving' : undefined;
}

const pythonSchema = z.looseObject({ kind: z.literal('Python'), source: z.string() });

/** Expressions are JSON, in the arguments or as JSON text in them. */
function findPython({ args }: GatedStep): string | undefined {
  if (typeof args !== 'object' || args === null) return undefined;
  return Object.entries(args).find(([, value]) => holdsPython(value))?.[0];
}

function holdsPython(value: unknown): boolean {
  if (typeof value === 'string')
    return value.startsWith('[') && value.includes('"Python"') && holdsPython(parse(value));
  if (typeof value !== 'object' || value === null) return false;
  return pythonSchema.safeParse(value).success || Object.values(value).some(holdsPython);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
