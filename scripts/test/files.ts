import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { type GroupName, groups } from './groups.ts';

export interface TestFile {
  /** Path from the root. */
  readonly file: string;
  readonly group: GroupName;
}

/** Returns every test file with its group. */
export function findTestFiles(root: string): TestFile[] {
  return groups.flatMap(({ name, include, exclude }) =>
    globSync([...include], { cwd: root, ignore: [...exclude] }).map((file) => ({ file, group: name })),
  );
}

/** Returns files whose path contains one of the filters; all without filters. */
export function matching(files: readonly TestFile[], filters: readonly string[]): TestFile[] {
  if (filters.length === 0) return [...files];
  return files.filter(({ file }) => filters.some((filter) => file.includes(filter.replace(/^\.\//, ''))));
}

/** True if a file has tests that run in full only in exhaustive runs. */
export function isSampled(file: string): boolean {
  return /\b(?:sliceOf|propertyRuns|inExhaustiveRuns|pickRows|isExhaustive)(?:<[^()]*>)?\(/.test(
    readFileSync(file, 'utf8'),
  );
}

/** True if a file slices its tests itself, so that every slice runs its part of it. */
export function cutsItself(file: string): boolean {
  return /\bsliceOf\(/.test(readFileSync(file, 'utf8'));
}

/** Finds the reason in a file for taking long, in a comment such as `// Slow because …`. */
export function hasReasonToBeSlow(file: string): boolean {
  return /^\s*(?:\/\/|\/?\*+)[^\n]*\bslow because\b/im.test(readFileSync(file, 'utf8'));
}
