import type { Run } from '@cellwright/domain/run';
import { durationOf } from './describe-end.ts';

export const rangeNames = ['all', 'day', 'week', 'month'] as const;
export type RangeName = (typeof rangeNames)[number];

const dayMS = 86_400_000;
const rangeMS: Readonly<Record<Exclude<RangeName, 'all'>, number>> = { day: dayMS, week: 7 * dayMS, month: 30 * dayMS };

/** Returns the beginning of a range, ms since the epoch; undefined for all time. */
export function startOfRange(range: RangeName, nowMS: number): number | undefined {
  return range === 'all' ? undefined : nowMS - rangeMS[range];
}

/** Intervals of equal length that a range is divided into. */
const intervalCount = 24;

/** Runs that began in one interval of time. */
export interface Interval {
  /** ms since the epoch. */
  readonly startMS: number;
  readonly completed: number;
  /** Failed or interrupted. */
  readonly failed: number;
  readonly stopped: number;
  /** Median of the last cycle times, s; undefined without one. */
  readonly cycleSeconds: number | undefined;
}

/** Failures of one step of a routine; `stepPath` is undefined for failures outside a step. */
export interface StepFailures {
  readonly key: string;
  readonly routineName: string;
  readonly stepPath: string | undefined;
  readonly count: number;
}

export interface RunTrends {
  readonly runCount: number;
  readonly completed: number;
  readonly failed: number;
  readonly stopped: number;
  /** Share of the runs that ended as completed, 0–1; undefined while none ended. */
  readonly successRate: number | undefined;
  readonly medianCycleSeconds: number | undefined;
  readonly medianSeconds: number | undefined;
  readonly intervals: readonly Interval[];
  /** Most frequent first. */
  readonly failuresByStep: readonly StepFailures[];
}

const maxListedSteps = 5;

/**
 * Summarises runs.
 * @param startMS beginning of the range; without one it begins with the oldest run
 */
export function summarizeRuns(runs: readonly Run[], startMS: number | undefined, nowMS: number): RunTrends {
  const counts = countResults(runs);
  const ended = counts.completed + counts.failed + counts.stopped;
  const completed = runs.filter(({ status }) => status === 'completed');
  return {
    runCount: runs.length,
    ...counts,
    successRate: ended === 0 ? undefined : counts.completed / ended,
    medianCycleSeconds: median(cycleTimes(runs)),
    medianSeconds: median(completed.map((run) => durationOf(run, nowMS))),
    intervals: divide(runs, startMS, nowMS),
    failuresByStep: countFailures(runs),
  };
}

function countResults(runs: readonly Run[]) {
  const count = (...wanted: readonly string[]) => runs.filter(({ status }) => wanted.includes(status)).length;
  return { completed: count('completed'), failed: count('failed', 'interrupted'), stopped: count('stopped') };
}

function cycleTimes(runs: readonly Run[]): number[] {
  return runs.flatMap(({ cycleTimeSeconds }) => (cycleTimeSeconds === null ? [] : [cycleTimeSeconds]));
}

/** Returns the median; undefined for no values. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined || sorted.length % 2 === 1) return upper;
  return (upper + (sorted[middle - 1] ?? upper)) / 2;
}

function divide(runs: readonly Run[], startMS: number | undefined, nowMS: number): Interval[] {
  const startedAt = runs.map((run) => Date.parse(run.startedAt));
  const firstMS = startMS ?? Math.min(nowMS, ...startedAt);
  const lengthMS = Math.max(1, (nowMS - firstMS) / intervalCount);
  return Array.from({ length: intervalCount }, (_, index) => {
    const fromMS = firstMS + index * lengthMS;
    const isLast = index === intervalCount - 1;
    const inside = runs.filter((_run, at) => {
      const moment = startedAt[at] ?? Number.NaN;
      // Clocks differ: a run may begin later than now.
      return moment >= fromMS && (isLast || moment < fromMS + lengthMS);
    });
    return { startMS: fromMS, ...countResults(inside), cycleSeconds: median(cycleTimes(inside)) };
  });
}

function countFailures(runs: readonly Run[]): StepFailures[] {
  const found = new Map<string, StepFailures>();
  for (const { status, failure, interruptedIn, routineID, routineName } of runs) {
    if (status !== 'failed' && status !== 'interrupted') continue;
    const stepPath = failure?.stepPath ?? interruptedIn?.stepPath;
    const key = JSON.stringify([routineID, stepPath ?? null]);
    const before = found.get(key);
    found.set(key, { key, routineName: before?.routineName ?? routineName, stepPath, count: (before?.count ?? 0) + 1 });
  }
  return [...found.values()].toSorted((one, other) => other.count - one.count).slice(0, maxListedSteps);
}
