import { type Routine, type TreeEntry, walkSteps } from '@cellwright/domain/routine';
import type * as z from 'zod';
import type { CheckedStep } from './framework/index.ts';
import { findStepContract } from './step-contracts.ts';

type Args = Readonly<Record<string, unknown>>;

/** A step of a routine with its configuration looked up and its arguments parsed. */
export interface CheckedRoutineStep extends CheckedStep {
  readonly description: string | undefined;
  /** Parsed arguments; as stored if they do not parse. */
  readonly args: Args;
  /** Arguments as stored. */
  readonly stored: Args;
  readonly parent: CheckedRoutineStep | undefined;
  readonly previous: CheckedRoutineStep | undefined;
  readonly children: CheckedRoutineStep[];
  /** False if it or a step around it is disabled. */
  readonly isEnabled: boolean;
  /** Kind that its configuration is for; undefined without a configuration. */
  readonly configurationKind: string | undefined;
  /** Undefined for kinds that are not built. */
  readonly parsed: z.ZodSafeParseResult<unknown> | undefined;
}

export interface CheckedRoutine {
  /** In document order, parents before children. */
  readonly steps: readonly CheckedRoutineStep[];
  /** First step with each id. */
  readonly stepsByID: ReadonlyMap<string, CheckedRoutineStep>;
  /** Steps with the id of an earlier step. */
  readonly duplicates: ReadonlySet<CheckedRoutineStep>;
}

/** Reads the steps of a routine iteratively, so that deep nesting cannot exhaust the stack. */
export function readSteps(routine: Routine): CheckedRoutine {
  const byEntry = new Map<TreeEntry, CheckedRoutineStep>();
  const stepsByID = new Map<string, CheckedRoutineStep>();
  const duplicates = new Set<CheckedRoutineStep>();
  const roots: CheckedRoutineStep[] = [];
  for (const entry of walkSteps(routine.steps)) {
    const parent = entry.parent && byEntry.get(entry.parent);
    const siblings = parent?.children ?? roots;
    const step = readStep(routine, entry, parent, siblings);
    siblings.push(step);
    byEntry.set(entry, step);
    if (stepsByID.has(step.id)) duplicates.add(step);
    else stepsByID.set(step.id, step);
  }
  return { steps: [...byEntry.values()], stepsByID, duplicates };
}

/** Returns the previous enabled step for the step that is added next. */
function findPrevious(siblings: readonly CheckedRoutineStep[]): CheckedRoutineStep | undefined {
  const last = siblings.at(-1);
  return last?.isDisabled ? last.previous : last;
}

function readStep(
  { stepConfigurations }: Routine,
  { step, path, index }: TreeEntry,
  parent: CheckedRoutineStep | undefined,
  siblings: readonly CheckedRoutineStep[],
): CheckedRoutineStep {
  const { id, stepKind, description, isDisabled } = step;
  // An id may be the name of an inherited property.
  const configuration = Object.hasOwn(stepConfigurations, id) ? stepConfigurations[id] : undefined;
  const stored = configuration?.args ?? {};
  const parsed = findStepContract(stepKind)?.args.safeParse(stored);
  return {
    id,
    stepKind,
    description,
    path,
    index,
    parent,
    previous: findPrevious(siblings),
    children: [],
    siblings,
    isDisabled,
    isEnabled: !isDisabled && (parent?.isEnabled ?? true),
    configurationKind: configuration?.stepKind,
    parsed,
    stored,
    args: parsed?.success ? { ...Object(parsed.data) } : stored,
  };
}
