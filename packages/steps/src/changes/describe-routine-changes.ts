import type { Routine } from '@cellwright/domain/routine';
import { describeHeadChanges } from './describe-head-changes.ts';
import { describeStepChange } from './describe-step-change.ts';
import { findMovedSteps } from './match-steps.ts';
import { type PlacedStep, type RoutineVersion, readVersion } from './step-tree-of.ts';
import type { RoutineChange } from './types.ts';

/**
 * Describes the changes between two versions of a routine: first the routine's own fields, variables and space items,
 * then removed steps, then the other steps in document order. A step that was added or removed with its parent is
 * reported with the parent. The user and time of a save are not changes, and neither is a default that is written out.
 */
export function describeRoutineChanges(before: Routine, after: Routine): RoutineChange[] {
  const [old, now] = [readVersion(before), readVersion(after)];
  const moved = findMovedSteps(old, now);
  const removed = countOutermost(old, now);
  const added = countOutermost(now, old);
  const changes = describeHeadChanges(old, now);
  for (const [placed, inside] of removed) {
    changes.push({ kind: 'removed', text: `Step '${old.nameOf(placed)}' removed${withInside(inside)}`, ...at(placed) });
  }
  const siblings = readSiblings(now);
  for (const placed of now.steps.values()) {
    const former = old.steps.get(placed.step.id);
    const inside = added.get(placed);
    if (inside !== undefined) {
      changes.push({ kind: 'added', text: `Step '${now.nameOf(placed)}' added${withInside(inside)}`, ...at(placed) });
    }
    if (former === undefined) continue;
    if (moved.has(placed.step.id)) {
      changes.push({ kind: 'moved', text: describeMove(now, placed, former, siblings), ...at(placed) });
    }
    changes.push(...describeStepChange({ version: old, placed: former }, { version: now, placed }));
  }
  return changes;
}

/**
 * Returns the steps that only one version has, without those inside another such step, with the number of steps inside.
 */
function countOutermost(has: RoutineVersion, lacks: RoutineVersion): Map<PlacedStep, number> {
  const outermostOf = new Map<string, PlacedStep>();
  const counts = new Map<PlacedStep, number>();
  for (const placed of has.steps.values()) {
    if (lacks.steps.has(placed.step.id)) continue;
    const outer = outermostOf.get(placed.parentID ?? '') ?? placed;
    outermostOf.set(placed.step.id, outer);
    counts.set(outer, outer === placed ? 0 : (counts.get(outer) ?? 0) + 1);
  }
  return counts;
}

function withInside(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' with the step inside it' : ` with the ${count} steps inside it`;
}

function at({ step, path }: PlacedStep) {
  return { stepID: step.id, stepPath: path };
}

type Siblings = ReadonlyMap<string | undefined, readonly PlacedStep[]>;

function readSiblings({ steps }: RoutineVersion): Siblings {
  const siblings = new Map<string | undefined, PlacedStep[]>();
  for (const placed of steps.values()) {
    const list = siblings.get(placed.parentID) ?? [];
    list.push(placed);
    siblings.set(placed.parentID, list);
  }
  return siblings;
}

function describeMove(version: RoutineVersion, placed: PlacedStep, former: PlacedStep, siblings: Siblings): string {
  const name = version.nameOf(placed);
  const next = siblings.get(placed.parentID)?.[placed.index + 1];
  const isElsewhere = placed.parentID !== former.parentID;
  const parent = placed.parentID === undefined ? undefined : version.names.step(placed.parentID);
  const where = parent === undefined ? 'out to the top' : `into ${parent}`;
  if (next) return `${name} moved ${isElsewhere ? `${where}, ` : ''}before ${version.nameOf(next)}`;
  return `${name} moved ${isElsewhere ? `${where}, ` : ''}to the end`;
}
