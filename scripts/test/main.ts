import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { apiServerPrograms, findMissing, howToObtain, openCache } from '../check/cluster/cache.ts';
import { listChangedPaths } from './changed.ts';
import { type CheckResult, runChecks } from './checks.ts';
import { readCounts } from './counts.ts';
import { findTestFiles } from './files.ts';
import { type GateOptions, parseOptions } from './options.ts';
import { leavesTime, planStages, type Stage } from './plan.ts';
import { endAll, runProcess } from './processes.ts';
import { findSlowFiles, type GateReport, type Phase, renderReport, summarize } from './report.ts';
import { runTests, type TestRunOutcome } from './run-tests.ts';
import { readThreats } from './threats.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

/**
 * Runs the requested checks and tests, and prints the report. Every phase runs, even after a failure. Returns the exit
 * code.
 */
export async function main(root: string, args: readonly string[], setUp: readonly Phase[]): Promise<number> {
  endWithSignals();
  let options: GateOptions;
  let stages: Stage[];
  try {
    options = parseOptions(args);
    const changedPaths = options.changedSince === undefined ? [] : listChangedPaths(options.changedSince);
    const attacks = readThreats(root).flatMap(({ files }) => files);
    const missing = findMissing(openCache(), apiServerPrograms);
    if (options.isExhaustive && missing.length > 0)
      say(`NOT RUN: tests of the chart on a real API server, without ${missing.join(' and ')}. Once: ${howToObtain}`);
    const isClusterCached = missing.length === 0;
    stages = planStages(findTestFiles(root), options, { changedPaths, attacks, isClusterCached });
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return 2;
  }
  if (stages.length === 0) {
    say('No test file matches.');
    return 1;
  }
  const report = await runAll(root, stages, options, setUp);
  return finish(root, report, options);
}

async function runAll(
  root: string,
  stages: readonly Stage[],
  { filters, isExhaustive }: GateOptions,
  setUp: readonly Phase[],
): Promise<GateReport> {
  const start = performance.now();
  const counts = join(root, '.cache', 'test-counts');
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(counts, { force: true });
  process.env.CELLWRIGHT_TEST_COUNTS = counts;
  const isWhole = !isExhaustive && filters.length === 0;
  let checking: Promise<CheckResult[]> = Promise.resolve([]);
  const phases: Phase[] = [];
  const outcomes: TestRunOutcome[] = [];
  for (const stage of stages) {
    if (isWhole && leavesTime(stage)) checking = runChecks(say);
    const running = stage.map(async (lane) => {
      for (const run of lane) {
        const readPhase = startPhase(`tests: ${run.label}`);
        outcomes.push(await runTests(root, run));
        phases.push(readPhase());
      }
    });
    await Promise.all(running);
  }
  const checks = await checking;
  const setUpSeconds = setUp.reduce((sum, phase) => sum + phase.seconds, 0);
  return {
    phases: [...setUp, ...checks.map(({ name, seconds }) => ({ name: `check: ${name}`, seconds })), ...phases],
    checks,
    runs: outcomes.map(({ result }) => result),
    started: readCounts(counts),
    totalSeconds: setUpSeconds + (performance.now() - start) / 1000,
    problems: outcomes.flatMap(({ problem }) => problem ?? []),
  };
}

/** Measures from now until the returned function is called. */
function startPhase(name: string): () => Phase {
  const from = performance.now();
  const busyBefore = readBusySeconds();
  return () => {
    const seconds = (performance.now() - from) / 1000;
    return { name, seconds, busyCores: (readBusySeconds() - busyBefore) / seconds };
  };
}

/** Busy time of all cores together since the machine started, seconds. */
function readBusySeconds(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1000;
}

async function finish(root: string, report: GateReport, { filters, isExhaustive }: GateOptions): Promise<number> {
  writeFileSync(join(root, '.cache', 'test-report.json'), `${JSON.stringify(report, undefined, 1)}\n`);
  // Checks of the deployment are among the tests; this lists those that need a container engine or a cluster.
  if (!isExhaustive && filters.length === 0) {
    await runProcess('npx', ['--no-install', 'tsx', 'scripts/check/deploy/main.ts', '--not-run']);
  }
  const { files, passed, failed, failures } = summarize(report);
  const [, load = 0] = loadavg();
  const isMeasured = !isExhaustive && filters.length === 0;
  // A hint, not a failure: how long a file takes depends on the machine.
  for (const { title, text } of isMeasured ? findSlowFiles(files, load / 2) : []) say(`\nNOTE ${title}\n${text}`);
  for (const { title, text } of failures) say(`\nFAILED ${title}\n${text}`);
  say(`\n${renderReport(report)}\n`);
  say(`${passed} passed, ${failed} failed`);
  return failures.length > 0 ? 1 : 0;
}

/** Ctrl-C ends everything that was started, then the gate. */
function endWithSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      void endAll().then(() => process.exit(130));
    });
  }
}
