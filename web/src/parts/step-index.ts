import { type Routine, type Step, type TreeEntry, walkSteps } from '@cellwright/domain/routine';

type Steps = Routine['steps'];

const indexes = new WeakMap<Steps, ReadonlyMap<string, TreeEntry>>();

/** Returns every step of a tree by its id; computed once per tree, since trees are immutable. */
export function indexSteps(steps: Steps): ReadonlyMap<string, TreeEntry> {
  let index = indexes.get(steps);
  if (!index) {
    index = new Map(Array.from(walkSteps(steps), (entry) => [entry.step.id, entry]));
    indexes.set(steps, index);
  }
  return index;
}

export function findEntry({ steps }: Routine, stepID: string): TreeEntry | undefined {
  return indexSteps(steps).get(stepID);
}

/** True if a step is one of `ids` or lies inside one. */
export function isWithin(entry: TreeEntry | undefined, ids: ReadonlySet<string>): boolean {
  for (let at = entry; at; at = at.parent) if (ids.has(at.step.id)) return true;
  return false;
}

/** Returns the chosen steps in document order, without those inside another chosen one. */
export function outermost({ steps }: Routine, ids: ReadonlySet<string>): TreeEntry[] {
  return [...indexSteps(steps).values()].filter(({ step, parent }) => ids.has(step.id) && !isWithin(parent, ids));
}

/** Returns the children of a parent, the top level for undefined: for the selection after a removal. */
export function childrenOf(routine: Routine, parentID: string | undefined): readonly Step[] {
  if (parentID === undefined) return routine.steps;
  return findEntry(routine, parentID)?.step.steps ?? [];
}

/** Returns the arguments of a step as they are stored. */
export function argsOf(
  routine: Pick<Routine, 'stepConfigurations'>,
  stepID: string,
): Readonly<Record<string, unknown>> {
  return Object.hasOwn(routine.stepConfigurations, stepID) ? (routine.stepConfigurations[stepID]?.args ?? {}) : {};
}
