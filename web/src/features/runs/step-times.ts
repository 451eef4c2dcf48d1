import { median } from './run-trends.ts';
import type { TimelineRow } from './timeline.ts';

/** Time of one step over several runs. */
export interface StepTime {
  readonly stepID: string;
  readonly stepPath: string;
  readonly stepKind: string | null;
  readonly count: number;
  readonly medianSeconds: number;
  /** Part of the time of all steps, 0–1. */
  readonly share: number;
}

interface Times {
  readonly row: TimelineRow & { readonly stepID: string; readonly stepPath: string };
  readonly seconds: number[];
}

const maxListedSteps = 5;

/** Returns the steps that take the most time, by the timelines of runs. Groups are left out: their steps are counted. */
export function measureSteps(timelines: readonly (readonly TimelineRow[])[]): StepTime[] {
  const groups = findGroups(timelines.flat());
  const timesByStep = new Map<string, Times>();
  for (const row of timelines.flat()) {
    const { stepID, stepPath, durationSeconds, result } = row;
    if (stepID === null || stepPath === null || durationSeconds === undefined || result !== 'completed') continue;
    if (groups.has(stepID)) continue;
    const times = timesByStep.get(stepID) ?? { row: { ...row, stepID, stepPath }, seconds: [] };
    times.seconds.push(durationSeconds);
    timesByStep.set(stepID, times);
  }
  const total = sum([...timesByStep.values()].flatMap(({ seconds }) => seconds));
  return [...timesByStep.values()]
    .map(({ row: { stepID, stepPath, stepKind }, seconds }) => ({
      ...{ stepID, stepPath, stepKind, count: seconds.length },
      medianSeconds: median(seconds) ?? 0,
      share: total === 0 ? 0 : sum(seconds) / total,
    }))
    .toSorted((one, other) => other.share - one.share)
    .slice(0, maxListedSteps);
}

/** Returns the ids of steps that contain others. */
function findGroups(rows: readonly TimelineRow[]): ReadonlySet<string> {
  const parents = new Set(rows.flatMap(({ stepPath }) => parentOf(stepPath) ?? []));
  const isGroup = ({ stepPath }: TimelineRow) => stepPath !== null && parents.has(stepPath);
  return new Set(rows.flatMap((row) => (row.stepID !== null && isGroup(row) ? [row.stepID] : [])));
}

function parentOf(path: string | null): string | undefined {
  const end = path?.lastIndexOf('.') ?? -1;
  return end < 0 ? undefined : path?.slice(0, end);
}

function sum(values: readonly number[]): number {
  return values.reduce((before, value) => before + value, 0);
}
