import type { CheckResult } from './checks.ts';
import type { StartedCounts } from './counts.ts';
import { hasReasonToBeSlow } from './files.ts';
import { groupNames } from './groups.ts';
import { type Failure, type FileResult, type RunResult, totalMS } from './results.ts';
import { renderTable, seconds } from './table.ts';

export interface Phase {
  readonly name: string;
  readonly seconds: number;
  /** Average number of busy cores of the machine, whatever the cause; absent where it was not measured. */
  readonly busyCores?: number;
}

/** All results of a run of the gate. Also written to .cache/test-report.json. */
export interface GateReport {
  readonly phases: readonly Phase[];
  readonly checks: readonly CheckResult[];
  readonly runs: readonly RunResult[];
  readonly started: StartedCounts;
  readonly totalSeconds: number;
  /** Phases that did not end as they should, such as a crashed test runner. */
  readonly problems: readonly Failure[];
}

export const slowSeconds = 60;
const shownFiles = 30;

export function summarize({ checks, runs, problems }: GateReport) {
  const files = runs.flatMap((run) => run.files);
  const count = (of: 'passed' | 'failed') => files.reduce((sum, file) => sum + file[of], 0);
  const failures: Failure[] = [
    ...checks.filter(({ isOk }) => !isOk).map(({ name, output }) => ({ title: name, text: output.trim() })),
    ...files.flatMap((file) => file.failures),
    ...runs.flatMap(({ errors }) => errors),
    ...problems,
  ];
  return { files, passed: count('passed'), failed: count('failed'), failures };
}

/** Files over the limit that give no reason. The limit grows with the load of the machine (1 = every core busy). */
export function findSlowFiles(files: readonly FileResult[], load: number, hasReason = hasReasonToBeSlow): Failure[] {
  const limitMS = slowSeconds * 1000 * Math.max(1, load);
  return files
    .filter((file) => totalMS(file) > limitMS && !hasReason(file.file))
    .map((file) => ({
      title: `${file.file}: too slow`,
      text: `It took ${seconds(totalMS(file))} s, more than ${slowSeconds} s. Split it, sample it (sliceOf, propertyRuns), or give the reason in a comment ('Slow because …').`,
    }));
}

/** The tables at the end of `npm test`. */
export function renderReport(report: GateReport): string {
  const { files } = summarize(report);
  const slowest = [...files].sort((a, b) => totalMS(b) - totalMS(a)).slice(0, shownFiles);
  const phases: Phase[] = [...report.phases, { name: 'total', seconds: report.totalSeconds }];
  const { cell, database, browser } = report.started;
  return [
    renderTable(
      ['Phase', 's', 'busy cores'],
      phases.map(({ name, seconds: duration, busyCores }) => [
        name,
        duration.toFixed(1),
        busyCores === undefined ? '' : busyCores.toFixed(1),
      ]),
    ),
    renderTable(
      ['Group', 'files', 'tests', 'failed', 'set-up s', 'test s'],
      groupNames.map((name) => rowOfGroup(name, files)).filter(([, count]) => count !== '0'),
    ),
    renderTable(
      [`${slowest.length} slowest files`, 'group', 'tests', 'set-up s', 'test s'],
      slowest.map((file) => [
        file.file,
        file.group,
        `${file.passed + file.failed}`,
        seconds(file.setUpMS),
        seconds(file.testMS),
      ]),
    ),
    `Started: ${cell} cells, ${database} databases, ${browser} browsers`,
  ].join('\n\n');
}

function rowOfGroup(name: string, files: readonly FileResult[]): string[] {
  const own = files.filter((file) => file.group === name);
  const sum = (of: (file: FileResult) => number) => own.reduce((total, file) => total + of(file), 0);
  return [
    name,
    `${own.length}`,
    `${sum((file) => file.passed + file.failed)}`,
    `${sum((file) => file.failed)}`,
    seconds(sum((file) => file.setUpMS)),
    seconds(sum((file) => file.testMS)),
  ];
}
