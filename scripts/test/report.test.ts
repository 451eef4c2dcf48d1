import { describe, expect, it } from 'vitest';
import { findSlowFiles, type GateReport, renderReport, summarize } from './report.ts';
import type { FileResult } from './results.ts';
import { renderTable } from './table.ts';

const makeFile = (file: string, testMS: number, failed = 0): FileResult => ({
  file,
  group: 'pure',
  slowest: [],
  passed: 3,
  failed,
  setUpMS: 500,
  testMS,
  failures: Array.from({ length: failed }, (_, at) => ({ title: `${file} > test ${at}`, text: 'Error: no' })),
});
const report: GateReport = {
  phases: [{ name: 'tests: pure', seconds: 12, busyCores: 1.94 }],
  checks: [
    { name: 'Types', seconds: 5, isOk: true, output: '' },
    { name: 'Walls', seconds: 5, isOk: false, output: 'no-cycles: a → b\n' },
  ],
  runs: [
    { files: [makeFile('a.test.ts', 1500), makeFile('b.test.ts', 90_000)], errors: [] },
    { files: [makeFile('c.test.ts', 100, 1)], errors: [{ title: 'unit: error outside every test', text: 'late' }] },
  ],
  started: { cell: 2, database: 30, browser: 1 },
  totalSeconds: 20,
  problems: [],
};

describe('renderTable', () => {
  it('aligns the first column to the left and the others to the right', () => {
    const rows = [
      ['pure', '139'],
      ['services', '7'],
    ];
    expect(renderTable(['Group', 'files'], rows)).toBe('Group     files\npure        139\nservices      7');
  });
});

describe('the report of the gate', () => {
  it('adds up all runs and lists every failure', () => {
    const { passed, failed, failures } = summarize(report);
    expect([passed, failed]).toEqual([9, 1]);
    expect(failures.map(({ title }) => title)).toEqual([
      'Walls',
      'c.test.ts > test 0',
      'unit: error outside every test',
    ]);
  });

  it('shows the phases, the groups, the slowest files first, and what was started', () => {
    expect(renderReport(report)).toBe(
      [
        'Phase           s  busy cores',
        'tests: pure  12.0         1.9',
        'total        20.0',
        '',
        'Group  files  tests  failed  set-up s  test s',
        'pure       3     10       1       1.5    91.6',
        '',
        '3 slowest files  group  tests  set-up s  test s',
        'b.test.ts         pure      3       0.5    90.0',
        'a.test.ts         pure      3       0.5     1.5',
        'c.test.ts         pure      4       0.5     0.1',
        '',
        'Started: 2 cells, 30 databases, 1 browsers',
      ].join('\n'),
    );
  });

  it('finds files over 60 s that give no reason', () => {
    const { files } = summarize(report);
    expect(findSlowFiles(files, 1, () => false).map(({ title }) => title)).toEqual(['b.test.ts: too slow']);
    expect(findSlowFiles(files, 1, () => true)).toEqual([]);
  });

  it('allows more time on a machine with other load', () => {
    expect(findSlowFiles(summarize(report).files, 2, () => false)).toEqual([]);
  });
});
