import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/security.md', 'utf8');
const rows = page
  .slice(page.indexOf('## What is defended'), page.indexOf('## What is not defended'))
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2);

test('docs/security.md names an existing test file for each threat, and none twice', () => {
  expect(rows.length).toBeGreaterThan(10);
  const files = rows.map((row) => /\| `([^`]+\.test\.ts)` \|$/.exec(row)?.[1] ?? row);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
});
