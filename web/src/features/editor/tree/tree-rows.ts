import { type Routine, type Step, type StepKind, walkSteps } from '@cellwright/domain/routine';
import type { Place } from '../document/edit-steps.ts';
import { listOptionalKinds, takesChildren } from '../document/nesting.ts';

/** Row of the tree: a step, or the empty inside of one that accepts children. */
export interface TreeRow {
  readonly key: string;
  /** Undefined for an empty inside. */
  readonly step: Step | undefined;
  readonly parentID: string | undefined;
  readonly index: number;
  /** Counted from 1. */
  readonly depth: number;
  readonly path: string;
  readonly isLast: boolean;
  /** Undefined if there is nothing to collapse. */
  readonly isCollapsed: boolean | undefined;
  /** True if the step or an ancestor is disabled. */
  readonly isOff: boolean;
  /** Kinds that an empty inside accepts, if it may stay empty and accepts no others. */
  readonly optionalKinds?: readonly StepKind[] | undefined;
}

/** Returns the tree as rows from top to bottom. */
export function treeRows({ steps }: Routine, collapsed: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const hidden = new Set<string>();
  const off = new Set<string>();
  for (const { step, path, depth, parent, index } of walkSteps(steps)) {
    const parentID = parent?.step.id;
    const isOff = step.isDisabled || (parentID !== undefined && off.has(parentID));
    if (isOff) off.add(step.id);
    if (parentID !== undefined && (hidden.has(parentID) || collapsed.has(parentID))) {
      hidden.add(step.id);
      continue;
    }
    const siblings = parent ? (parent.step.steps ?? []) : steps;
    const takes = takesChildren(step.stepKind) || (step.steps?.length ?? 0) > 0;
    const isCollapsed = takes ? collapsed.has(step.id) : undefined;
    const isLast = index === siblings.length - 1;
    rows.push({ key: step.id, step, parentID, index, depth, path, isLast, isCollapsed, isOff });
    if (isCollapsed === false && (step.steps?.length ?? 0) === 0) {
      const key = `${step.id}/empty`;
      const inside = { depth: depth + 1, path: '', index: 0, isLast: true, isCollapsed: undefined, isOff };
      const optionalKinds = listOptionalKinds(step.stepKind);
      rows.push({ key, step: undefined, parentID: step.id, ...inside, optionalKinds });
    }
  }
  return rows;
}

export interface DropPlace extends Place {
  /** Gap at which the drop line is drawn. */
  readonly gap: number;
  readonly depth: number;
}

/**
 * Returns the place of a gap between rows: at the end of a block, the depth of the pointer decides whether the step
 * goes inside or after it. Undefined where none is allowed.
 */
export function dropPlaceAt(
  rows: readonly TreeRow[],
  gap: number,
  wantedDepth: number,
  allows: (place: Place) => boolean,
): DropPlace | undefined {
  const allowed = placesIn(rows, gap).filter(allows);
  const distance = ({ depth }: DropPlace) => Math.abs(depth - wantedDepth);
  return allowed.sort((one, other) => distance(one) - distance(other))[0];
}

function placesIn(rows: readonly TreeRow[], gap: number): DropPlace[] {
  const before = rows[gap - 1];
  const after = rows[gap];
  if (!before) return [{ parentID: undefined, index: 0, gap, depth: 1 }];
  if (after && before.step && after.parentID === before.step.id) {
    return [{ parentID: before.step.id, index: 0, gap, depth: after.depth }];
  }
  const places: DropPlace[] = [];
  const rowOf = (id: string | undefined): TreeRow | undefined => rows.find(({ key }) => key === id);
  for (let at: TreeRow | undefined = before; at; at = at.isLast ? rowOf(at.parentID) : undefined) {
    const { parentID, index, depth, step } = at;
    places.push({ parentID, index: step ? index + 1 : 0, gap, depth });
  }
  return places;
}
