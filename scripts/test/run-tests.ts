import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { GroupName } from './groups.ts';
import { runProcess } from './processes.ts';
import { type Failure, type RunResult, readRunResult } from './results.ts';

export interface TestRun {
  readonly label: string;
  readonly groups: readonly GroupName[];
  /** Paths or parts of paths; empty runs every file of the groups. */
  readonly filters: readonly string[];
  /** Runs only tests that import a file changed since this commit. */
  readonly changedSince?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** See `ProcessOptions`. */
  readonly priority?: number;
}

export interface TestRunOutcome {
  readonly result: RunResult;
  /** Set if the test runner itself failed. */
  readonly problem: Failure | undefined;
}

const reporter = 'scripts/test/reporter.ts';

/** Runs vitest on some groups. */
export async function runTests(root: string, run: TestRun): Promise<TestRunOutcome> {
  const folder = join(root, '.cache', 'test');
  mkdirSync(folder, { recursive: true });
  const resultPath = join(folder, `${run.label}.json`);
  rmSync(resultPath, { force: true });
  const { code } = await runProcess(
    process.execPath,
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      `--reporter=${join(root, reporter)}`,
      '--passWithNoTests',
      ...run.groups.map((group) => `--project=${group}`),
      ...(run.changedSince === undefined ? [] : [`--changed=${run.changedSince}`]),
      ...run.filters,
    ],
    {
      env: { ...run.env, CELLWRIGHT_TEST_RESULT: resultPath, CELLWRIGHT_TEST_LABEL: run.label },
      ...(run.priority !== undefined && { priority: run.priority }),
    },
  );
  const result = readRunResult(resultPath);
  const hasFailure = result?.errors.length || result?.files.some(({ failures }) => failures.length > 0);
  const problem = code === 0 || hasFailure ? undefined : describeProblem(run, code, result !== undefined);
  return { result: result ?? { files: [], errors: [] }, problem };
}

function describeProblem({ label, groups }: TestRun, code: number, hasResult: boolean): Failure {
  const what = hasResult ? 'the test runner exited' : 'the test runner ended without a result';
  return { title: `${label}: ${what} with code ${code}`, text: `Groups: ${groups.join(', ')}. See the output above.` };
}
