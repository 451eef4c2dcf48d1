// Checks the gate: breaks the product in 20 places, one after another in a scratch checkout of HEAD, and runs the tests named for each.
// Exits with 1 if the tests pass although a place is broken. Arguments choose areas by part of their name; default all.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRunResult } from '../test/results.ts';
import { renderTable } from '../test/table.ts';
import { type Mutation, mutate, mutations } from './mutations.ts';
import { makeScratchTree } from './scratch-tree.ts';

interface Verdict {
  readonly failedTests: number;
  /** The first failure, for the table. */
  readonly example: string;
}

const wanted = process.argv.slice(2);
const chosen = mutations.filter(({ area }) => wanted.length === 0 || wanted.some((part) => area.includes(part)));

function runTests(tree: string, tests: readonly string[]): Verdict {
  const resultPath = join(tree, '..', 'result.json');
  writeFileSync(resultPath, '');
  const args = [join(tree, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=./scripts/test/reporter.ts', ...tests];
  const { stdout } = spawnSync(process.execPath, args, {
    cwd: tree,
    env: { ...process.env, CELLWRIGHT_TEST_RESULT: resultPath, CELLWRIGHT_TEST_LABEL: 'mutation' },
    encoding: 'utf8',
  });
  const result = readRunResult(resultPath);
  if (!result) throw new Error(`The tests did not run:\n${stdout}`);
  const failures = [...result.files.flatMap((file) => file.failures), ...result.errors];
  return { failedTests: failures.length, example: failures[0]?.title ?? '' };
}

function tryMutation(tree: string, mutation: Mutation): Verdict {
  const path = join(tree, mutation.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, mutate(text, mutation));
  try {
    return runTests(tree, mutation.tests);
  } finally {
    writeFileSync(path, text);
  }
}

const tree = makeScratchTree(process.cwd());
process.once('SIGINT', () => {
  tree.remove();
  process.exit(130);
});
try {
  const { failedTests, example } = runTests(tree.path, [...new Set(chosen.flatMap(({ tests }) => tests))]);
  if (failedTests > 0) throw new Error(`The tests fail before anything is broken: ${example}`);
  const rows: string[][] = [];
  for (const mutation of chosen) {
    const verdict = tryMutation(tree.path, mutation);
    rows.push([
      mutation.area,
      verdict.failedTests > 0 ? 'caught' : 'SURVIVED',
      `${verdict.failedTests}`,
      verdict.example,
    ]);
    console.log(rows.at(-1)?.slice(0, 3).join(': '));
  }
  console.log(renderTable(['Area', 'result', 'failures', 'first'], rows));
  if (rows.some(([, result]) => result === 'SURVIVED')) process.exitCode = 1;
} finally {
  tree.remove();
}
