import { appendFileSync } from 'node:fs';

/** Counts a started cell, database or browser for the report of `npm test`. Does nothing outside a gate run. */
export function countStart(kind: 'cell' | 'database' | 'browser'): void {
  const path = process.env.CELLWRIGHT_TEST_COUNTS;
  if (path) appendFileSync(path, `${kind}\n`);
}
