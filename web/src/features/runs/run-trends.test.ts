import { type Run, runSchema } from '@cellwright/domain/run';
import { describe, expect, it } from 'vitest';
import { median, startOfRange, summarizeRuns } from './run-trends.ts';
import { writeCsv } from './runs-csv.ts';

const now = Date.parse('2026-03-02T00:00:00Z');
const hourMS = 3_600_000;

function run(hoursAgo: number, part: Partial<Run> = {}): Run {
  const startedAt = new Date(now - hoursAgo * hourMS).toISOString();
  return runSchema.parse({
    id: `run_${hoursAgo}`,
    robotKind: 'simulated',
    isTwin: false,
    routineID: 'routine_1',
    routineName: 'Pick',
    routineVersion: 1,
    status: 'completed',
    startedAt,
    endedAt: new Date(now - hoursAgo * hourMS + 60_000).toISOString(),
    cycleCount: 1,
    cycleTimeSeconds: hoursAgo,
    distanceMeters: 1,
    failure: null,
    interruptedIn: null,
    ...part,
  });
}

const failed = (hoursAgo: number, stepPath?: string) =>
  run(hoursAgo, {
    status: 'failed',
    cycleTimeSeconds: null,
    failure: { kind: 'GripperFailure', reason: 'Jammed', recoveryKind: 'Recoverable', stepPath },
  });

describe('Run trends', () => {
  it('count results, the success rate and medians', () => {
    const trends = summarizeRuns([run(1), run(3), failed(2, '1.2'), run(5, { status: 'stopped' })], undefined, now);
    expect(trends).toMatchObject({ runCount: 4, completed: 2, failed: 1, stopped: 1, successRate: 0.5 });
    expect(trends).toMatchObject({ medianCycleSeconds: 3, medianSeconds: 60 });
    expect(summarizeRuns([], undefined, now)).toMatchObject({ successRate: undefined, medianSeconds: undefined });
  });

  it('divide a range into intervals that hold every run once', () => {
    const runs = [run(0.5), run(23.5), run(24), failed(12)];
    const { intervals } = summarizeRuns(runs, startOfRange('day', now), now);
    expect(intervals).toHaveLength(24);
    expect(intervals[0]).toMatchObject({ completed: 2, failed: 0, cycleSeconds: 23.75 });
    expect(intervals[12]).toMatchObject({ completed: 0, failed: 1, cycleSeconds: undefined });
    expect(intervals[23]).toMatchObject({ completed: 1 });
    expect(intervals.reduce((sum, { completed, failed: bad }) => sum + completed + bad, 0)).toBe(runs.length);
  });

  it('list the steps that fail most often first', () => {
    const { failuresByStep } = summarizeRuns(
      [failed(1, '2'), failed(2, '1.2'), failed(3, '1.2'), failed(4)],
      undefined,
      now,
    );
    expect(failuresByStep.map(({ stepPath, count }) => [stepPath, count])).toEqual([
      ['1.2', 2],
      ['2', 1],
      [undefined, 1],
    ]);
  });

  it.each([
    [[], undefined],
    [[3], 3],
    [[4, 1, 3], 3],
    [[4, 1], 2.5],
  ])('have the median of %j', (values, expected) => {
    expect(median(values)).toBe(expected);
  });
});

describe('A CSV file', () => {
  it('quotes texts, writes numbers as the language does, and runs no formula', () => {
    const rows = [
      ['Routine', 'Time (s)', 'Ended'],
      ['Say "hi", twice', 1.5, null],
      ['=HYPERLINK("x")', -2, '-'],
    ];
    expect(writeCsv(rows, { decimalSeparator: '.' })).toBe(
      '\ufeffRoutine,Time (s),Ended\r\n"Say ""hi"", twice",1.5,\r\n"\'=HYPERLINK(""x"")",-2,\'-\r\n',
    );
    expect(writeCsv([['a;b', 1.5]], { decimalSeparator: ',' })).toBe('\ufeff"a;b";1,5\r\n');
  });
});
