import { findLongestKept } from './longest-kept.ts';
import type { RoutineVersion } from './step-tree-of.ts';

/**
 * Returns the steps whose place changed: to another parent, or to the other side of a sibling. When siblings changed
 * places, it returns as few as possible.
 */
export function findMovedSteps(before: RoutineVersion, after: RoutineVersion): ReadonlySet<string> {
  const moved = new Set<string>();
  /** Steps that each parent had before and still has, in their new order. */
  const stayed = new Map<string | undefined, { readonly id: string; readonly position: number }[]>();
  for (const [id, { parentID }] of after.steps) {
    const old = before.steps.get(id);
    if (old === undefined) continue;
    if (old.parentID !== parentID) moved.add(id);
    else {
      const siblings = stayed.get(parentID) ?? [];
      siblings.push({ id, position: old.index });
      stayed.set(parentID, siblings);
    }
  }
  for (const siblings of stayed.values()) {
    const kept = findLongestKept(siblings.map(({ position }) => position));
    for (const { id, position } of siblings) if (!kept.has(position)) moved.add(id);
  }
  return moved;
}
