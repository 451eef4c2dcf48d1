import { readFileSync } from 'node:fs';

/** Expensive starts in tests, counted by `countStart` of packages/testkit. */
export const startedKinds = ['cell', 'database', 'browser'] as const;
export type StartedCounts = Record<(typeof startedKinds)[number], number>;

/** Counts the lines of a count file: one name per line. Ignores unknown names. */
export function parseCounts(text: string): StartedCounts {
  const lines = text.split('\n').map((line) => line.trim());
  const countOf = (kind: string) => lines.filter((line) => line === kind).length;
  return { cell: countOf('cell'), database: countOf('database'), browser: countOf('browser') };
}

/** Reads a count file; zeros if nothing was counted. */
export function readCounts(path: string): StartedCounts {
  try {
    return parseCounts(readFileSync(path, 'utf8'));
  } catch {
    return parseCounts('');
  }
}
