import type { describeChanges } from '@cellwright/calls';
import { type Routine, type Step, walkSteps } from '@cellwright/domain/routine';
import type * as z from 'zod';

export type VersionChange = z.output<typeof describeChanges.output>['changes'][number];
export type RowKind = 'added' | 'removed' | 'moved' | 'changed' | 'same';

/** A step in one of the two versions. */
export interface PlacedStep {
  readonly step: Step;
  readonly path: string;
  readonly depth: number;
}

/** A step side by side in both versions; absent where the version lacks it. */
export interface StepRow {
  readonly key: string;
  readonly kind: RowKind;
  readonly before: PlacedStep | undefined;
  readonly after: PlacedStep | undefined;
  readonly changes: readonly VersionChange[];
}

/** A variable or a space item side by side, by name. */
export interface ItemRow {
  readonly key: string;
  readonly kind: RowKind;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly changes: readonly VersionChange[];
}

export interface Comparison {
  /** Changes of the routine's own fields. */
  readonly head: readonly VersionChange[];
  readonly items: readonly ItemRow[];
  /** Every step of both versions, in the order of the newer one; a removed step follows its former predecessor. */
  readonly steps: readonly StepRow[];
}

/** Aligns two versions of a routine by the ids of their steps and items, with the changes that the cell describes. */
export function compareVersions(before: Routine, after: Routine, changes: readonly VersionChange[]): Comparison {
  const byThing = groupByThing(changes);
  return {
    head: byThing.get('') ?? [],
    items: compareItems(before, after, byThing),
    steps: compareSteps(before, after, byThing),
  };
}

/** Changes by the id of their step or item; '' for the routine itself. */
type ChangesByThing = ReadonlyMap<string, readonly VersionChange[]>;

function groupByThing(changes: readonly VersionChange[]): ChangesByThing {
  const groups = new Map<string, VersionChange[]>();
  for (const change of changes) {
    const id = change.stepID ?? change.itemID ?? '';
    groups.set(id, [...(groups.get(id) ?? []), change]);
  }
  return groups;
}

function compareItems(before: Routine, after: Routine, changes: ChangesByThing): ItemRow[] {
  const [old, now] = [before, after].map(
    ({ environmentVariables, space }) =>
      new Map([...environmentVariables, ...space].map(({ id, name }) => [id, name] as const)),
  );
  const ids = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])];
  return ids.flatMap((id) => {
    const ofItem = changes.get(id);
    if (ofItem === undefined) return [];
    const sides = { before: old?.get(id), after: now?.get(id) };
    return [{ key: id, kind: kindOf(sides, ofItem), ...sides, changes: ofItem }];
  });
}

function compareSteps(before: Routine, after: Routine, changes: ChangesByThing): StepRow[] {
  const [old, now] = [placeSteps(before), placeSteps(after)];
  const removedAfter = findRemoved(old, now);
  const row = (id: string): StepRow => {
    const sides = { before: old.get(id), after: now.get(id) };
    const ofStep = changes.get(id) ?? [];
    return { key: id, kind: kindOf(sides, ofStep), ...sides, changes: ofStep };
  };
  const removed = (anchor: string) => (removedAfter.get(anchor) ?? []).map(row);
  return [...removed(''), ...[...now.keys()].flatMap((id) => [row(id), ...removed(id)])];
}

function placeSteps({ steps }: Routine): ReadonlyMap<string, PlacedStep> {
  return new Map(Array.from(walkSteps(steps), ({ step, path, depth }) => [step.id, { step, path, depth }]));
}

type Placed = ReadonlyMap<string, PlacedStep>;

/** Returns removed steps by the step that preceded them and is still there; '' for the start. */
function findRemoved(old: Placed, now: Placed): ReadonlyMap<string, readonly string[]> {
  const removed = new Map<string, string[]>();
  let anchor = '';
  for (const id of old.keys()) {
    if (now.has(id)) anchor = id;
    else removed.set(anchor, [...(removed.get(anchor) ?? []), id]);
  }
  return removed;
}

function kindOf(
  { before, after }: { readonly before: unknown; readonly after: unknown },
  changes: readonly VersionChange[],
): RowKind {
  if (before === undefined) return 'added';
  if (after === undefined) return 'removed';
  if (changes.length === 0) return 'same';
  return changes.every(({ kind }) => kind === 'moved') ? 'moved' : 'changed';
}

/** Counts rows by kind. */
export function countKinds({ head, items, steps }: Comparison): Readonly<Record<RowKind, number>> {
  const counts: Record<RowKind, number> = { added: 0, removed: 0, moved: 0, changed: head.length, same: 0 };
  for (const { kind } of [...items, ...steps]) counts[kind] += 1;
  return counts;
}

/** A row to show, or the number of unchanged rows between two shown ones. */
export type ShownRow = StepRow | { readonly key: string; readonly unchangedCount: number };

/** Returns the changed rows with one unchanged neighbour on each side; the others are only counted. */
export function foldUnchanged(rows: readonly StepRow[]): ShownRow[] {
  const isShown = (index: number) => [index - 1, index, index + 1].some((at) => (rows[at]?.kind ?? 'same') !== 'same');
  const shown: ShownRow[] = [];
  let unchangedCount = 0;
  const addCount = () => {
    if (unchangedCount > 0) shown.push({ key: `fold ${shown.length}`, unchangedCount });
    unchangedCount = 0;
  };
  for (const [index, row] of rows.entries()) {
    if (isShown(index)) {
      addCount();
      shown.push(row);
    } else unchangedCount += 1;
  }
  addCount();
  return shown;
}
