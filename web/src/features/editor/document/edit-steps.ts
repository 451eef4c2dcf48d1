import { type Routine, type Step, type StepConfiguration, walkSteps } from '@cellwright/domain/routine';
import { configureStep } from '@cellwright/steps/contracts';
import { childrenOf, findEntry, indexSteps, isWithin, outermost } from '../../../parts/step-index.ts';

/** Gap between steps: before the child `index` of a step, or of the routine itself. */
export interface Place {
  readonly parentID: string | undefined;
  readonly index: number;
}

/** Steps with their arguments, separate from a routine. */
export interface StepFragment {
  readonly steps: readonly Step[];
  readonly stepConfigurations: Readonly<Record<string, StepConfiguration>>;
}

/** Returns the routine with steps inserted into a gap. Their ids must be new to it. */
export function insertSteps(routine: Routine, fragment: StepFragment, { parentID, index }: Place): Routine {
  const children = [...childrenOf(routine, parentID)];
  children.splice(index, 0, ...fragment.steps);
  return {
    ...routine,
    steps: withChildren(routine, parentID, children),
    stepConfigurations: { ...routine.stepConfigurations, ...fragment.stepConfigurations },
  };
}

/**
 * Returns the routine without some steps and their children; undefined if none would be left, since a routine cannot be
 * empty.
 */
export function removeSteps(routine: Routine, ids: ReadonlySet<string>): Routine | undefined {
  const gone = outermost(routine, ids);
  if (gone.length === 0) return routine;
  const steps = withoutSteps(routine.steps, ids);
  if (steps.length === 0) return undefined;
  const kept = indexSteps(steps);
  const configurations = Object.entries(routine.stepConfigurations).filter(([id]) => kept.has(id));
  const { mainLoopStepID, ...rest } = routine;
  return {
    ...rest,
    steps,
    stepConfigurations: Object.fromEntries(configurations),
    ...(mainLoopStepID !== undefined && kept.has(mainLoopStepID) && { mainLoopStepID }),
  };
}

/**
 * Returns the routine with steps moved, in their order, into a gap; the same routine if they are already there;
 * undefined if the gap is inside one of them.
 */
export function moveSteps(routine: Routine, ids: ReadonlySet<string>, place: Place): Routine | undefined {
  const moving = outermost(routine, ids);
  const parent = place.parentID === undefined ? undefined : findEntry(routine, place.parentID);
  if (moving.length === 0 || isWithin(parent, ids)) return undefined;
  const before = childrenOf(routine, place.parentID).slice(0, place.index);
  const index = before.filter(({ id }) => !ids.has(id)).length;
  const without = { ...routine, steps: withoutSteps(routine.steps, ids) };
  const fragment = { steps: moving.map(({ step }) => step), stepConfigurations: {} };
  const moved = insertSteps(without, fragment, { parentID: place.parentID, index });
  const [old, now] = [routine, moved].map((each) =>
    childrenOf(each, place.parentID)
      .map(({ id }) => id)
      .join(),
  );
  return old === now ? routine : moved;
}

/** Returns the routine with changed fields of one step. */
export function changeStep(routine: Routine, stepID: string, change: Partial<Omit<Step, 'id' | 'steps'>>): Routine {
  const entry = findEntry(routine, stepID);
  if (!entry) return routine;
  const siblings = childrenOf(routine, entry.parent?.step.id).map((step) =>
    step.id === stepID ? { ...step, ...change } : step,
  );
  return { ...routine, steps: withChildren(routine, entry.parent?.step.id, siblings) };
}

/** Returns the routine with other arguments for a step. */
export function setArgs(routine: Routine, stepID: string, args: Readonly<Record<string, unknown>>): Routine {
  const entry = findEntry(routine, stepID);
  if (!entry) return routine;
  const configuration = configureStep(entry.step.stepKind, { ...args });
  return { ...routine, stepConfigurations: { ...routine.stepConfigurations, [stepID]: configuration } };
}

/** Returns the tree with other children under one step; only its ancestors are copied. */
export function withChildren(routine: Routine, parentID: string | undefined, children: readonly Step[]): Step[] {
  let list = [...children];
  for (let at = parentID === undefined ? undefined : findEntry(routine, parentID); at; at = at.parent) {
    const changed = { ...at.step, steps: list };
    list = childrenOf(routine, at.parent?.step.id).map((step) => (step.id === changed.id ? changed : step));
  }
  return list;
}

function withoutSteps(steps: readonly Step[], ids: ReadonlySet<string>): Step[] {
  const touched = new Set<string>();
  for (const { step, parent } of walkSteps(steps)) {
    if (!ids.has(step.id)) continue;
    for (let at = parent; at; at = at.parent) touched.add(at.step.id);
  }
  const filter = (list: readonly Step[]): Step[] =>
    list
      .filter(({ id }) => !ids.has(id))
      .map((step) => (step.steps && touched.has(step.id) ? { ...step, steps: filter(step.steps) } : step));
  return filter(steps);
}
