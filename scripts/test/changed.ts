import { spawnSync } from 'node:child_process';
import type { GroupName } from './groups.ts';

/** Groups whose tests run the built product or start it. */
export type EndToEndGroup = Exclude<GroupName, 'computing' | 'pure' | 'service' | 'cluster'>;
const allOfThem: readonly EndToEndGroup[] = ['page', 'arm', 'process', 'timed'];

/** End-to-end groups that a change below a path can affect; imports do not show it, as these tests run the built product. */
const affectedBy: readonly (readonly [path: RegExp, groups: readonly EndToEndGroup[]])[] = [
  // Tests and notes do not change the product.
  [/\.(test|contract)\.tsx?$/, []],
  [/^(docs|deploy|\.ci)\/|\.md$/, []],
  [/^web\/(bench|gallery)\//, []],
  [/^(web|services\/cell\/e2e)\//, allOfThem],
  [/^services\/[^/]+\/e2e\//, ['process', 'timed']],
  [/^scripts\/(test|check|bench|soak|docs|conformance|images)\//, []],
  [/^packages\/testkit\//, []],
  // The product, its contracts, its packages and how it is built and started.
  [/^(services|packages|proto|examples)\//, allOfThem],
  [/^scripts\//, allOfThem],
  [/^(package(-lock)?\.json|turbo\.json|tsconfig\.json|vitest\.config\.ts)$/, allOfThem],
];

/** End-to-end groups that changes of these paths can affect. */
export function findAffectedGroups(paths: readonly string[]): EndToEndGroup[] {
  const affected = new Set(paths.flatMap((path) => affectedBy.find(([pattern]) => pattern.test(path))?.[1] ?? []));
  return allOfThem.filter((group) => affected.has(group));
}

/** Paths that differ from a commit, committed or not, and new files. Throws if git does not know the commit. */
export function listChangedPaths(base: string): string[] {
  return [
    ['diff', '--name-only', base],
    ['ls-files', '--others', '--exclude-standard'],
  ].flatMap((args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`Cannot list the changes since ${base}: ${stderr.trim()}`);
    return stdout.split('\n').filter(Boolean);
  });
}
