import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, TestSpecification } from 'vitest/node';
import type { Failure, FileResult, RunResult } from './results.ts';

/** Minimum interval between lines of progress. */
const progressEveryMS = 10_000;
const maxLogLength = 4000;
/** Tests of a file whose times are written. */
const slowestCount = 5;

/**
 * Prints a line of progress every few seconds and each failed test by name, and writes the results of the run as JSON to the
 * file named by CELLWRIGHT_TEST_RESULT. The gate prints the failures in full at its end.
 */
export default class GateReporter implements Reporter {
  readonly #label = process.env.CELLWRIGHT_TEST_LABEL ?? 'tests';
  readonly #files: FileResult[] = [];
  readonly #logs = new Map<string, string>();
  #fileCount = 0;
  #startedAt = performance.now();
  #printedAt = performance.now();

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#fileCount = specifications.length;
    this.#startedAt = performance.now();
  }

  onUserConsoleLog({ taskId, content }: { readonly taskId?: string; readonly content: string }): void {
    if (taskId === undefined) return;
    this.#logs.set(taskId, `${this.#logs.get(taskId) ?? ''}${content}`.slice(-maxLogLength));
  }

  onTestModuleEnd(testModule: TestModule): void {
    const result = this.#resultOf(testModule);
    this.#files.push(result);
    for (const { title } of result.failures) this.#print(`FAILED ${title}`);
    if (performance.now() - this.#printedAt >= progressEveryMS) this.#printProgress();
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const run: RunResult = {
      files: this.#files,
      errors: errors.map((error) => ({ title: `${this.#label}: error outside every test`, text: describe(error) })),
    };
    for (const { title } of run.errors) this.#print(`FAILED ${title}`);
    this.#printProgress();
    const path = process.env.CELLWRIGHT_TEST_RESULT;
    if (path !== undefined) writeFileSync(path, JSON.stringify(run));
  }

  #resultOf(testModule: TestModule): FileResult {
    const file = relative(testModule.project.vitest.config.root, testModule.moduleId);
    const tests = [...testModule.children.allTests()];
    const testMS = tests.reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0);
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
      testModule.diagnostic();
    const suites = [testModule, ...testModule.children.allSuites()];
    const failures = [
      ...suites.flatMap((suite) => {
        const errors = suite.errors();
        const title = 'fullName' in suite ? `${file} > ${suite.fullName}` : file;
        return errors.length > 0 ? [{ title, text: errors.map(describe).join('\n\n') }] : [];
      }),
      ...tests.filter((test) => test.result().state === 'failed').map((test) => this.#failureOf(test, file)),
    ];
    const failed = tests.filter((test) => test.result().state === 'failed').length;
    return {
      file,
      group: testModule.project.name,
      passed: tests.filter((test) => test.result().state === 'passed').length,
      // A file that could not be collected, or whose hooks failed, has at least one failure.
      failed: Math.max(failed, failures.length > 0 ? 1 : 0),
      setUpMS:
        environmentSetupDuration + prepareDuration + collectDuration + setupDuration + Math.max(0, duration - testMS),
      testMS: Math.min(testMS, Math.max(duration, 0)),
      slowest: findSlowest(tests),
      failures,
    };
  }

  #failureOf(test: TestCase, file: string): Failure {
    const log = this.#logs.get(test.id);
    const errors = (test.result().errors ?? []).map(describe).join('\n\n');
    return { title: `${file} > ${test.fullName}`, text: log ? `${errors}\n\nIts output:\n${log}` : errors };
  }

  #printProgress(): void {
    this.#printedAt = performance.now();
    const count = (of: 'passed' | 'failed') => this.#files.reduce((sum, file) => sum + file[of], 0);
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000);
    const files = `${this.#files.length} of ${this.#fileCount} files`;
    this.#print(`${files}, ${count('passed')} passed, ${count('failed')} failed, ${seconds} s`);
  }

  #print(text: string): void {
    process.stdout.write(`${this.#label}: ${text}\n`);
  }
}

function findSlowest(tests: readonly TestCase[]): FileResult['slowest'] {
  return tests
    .map((test) => ({ title: test.fullName, ms: Math.round(test.diagnostic()?.duration ?? 0) }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, slowestCount);
}

function describe({ message, stack, diff, name, cause }: SerializedError): string {
  const text = stack?.includes(message) ? stack : `${name ?? 'Error'}: ${message}\n${stack ?? ''}`;
  const because =
    cause && typeof cause === 'object' && 'message' in cause ? `\nCaused by: ${String(cause.message)}` : '';
  return `${text}${because}${typeof diff === 'string' ? `\n${diff}` : ''}`;
}
