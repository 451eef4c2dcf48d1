import type { Step } from './routine.ts';

export interface TreeEntry {
  readonly step: Step;
  /** 1-based indexes from the root: '2.1.3'. */
  readonly path: string;
  readonly depth: number;
  readonly parent: TreeEntry | undefined;
  /** Position among its siblings, 0-based. */
  readonly index: number;
}

/** Yields every step in document order, parents before children, without recursion. */
export function* walkSteps(steps: readonly Step[]): Generator<TreeEntry> {
  const pending: TreeEntry[] = [];
  pushChildren(pending, steps, undefined);
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    yield entry;
    if (entry.step.steps) pushChildren(pending, entry.step.steps, entry);
  }
}

function pushChildren(pending: TreeEntry[], steps: readonly Step[], parent: TreeEntry | undefined): void {
  for (let index = steps.length - 1; index >= 0; index--) {
    const step = steps[index];
    if (!step) continue;
    const path = parent ? `${parent.path}.${index + 1}` : `${index + 1}`;
    pending.push({ step, path, depth: parent ? parent.depth + 1 : 1, parent, index });
  }
}

/** Returns '1 step' or 'N steps', counting nested steps: shown in lists for a routine without a description. */
export function describeStepCount(steps: readonly Step[]): string {
  let count = 0;
  for (const _ of walkSteps(steps)) count++;
  return count === 1 ? '1 step' : `${count} steps`;
}
