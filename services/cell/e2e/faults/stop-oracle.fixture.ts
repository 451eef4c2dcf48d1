import type { ControllerLogEntry } from '@cellwright/controller-link';
import { speedOf } from './arm-watcher.fixture.ts';

/** The controller's log about the first stop since a moment. */
export interface StopReport {
  readonly cause: string;
  /** Speed at that moment, rad/s of the fastest joint. */
  readonly speed: number;
  /** Time from that moment to the first set-point that is slower because of the stop, ms. */
  readonly decelerationMS: number;
  /** Time from that moment to standstill, ms. */
  readonly standstillMS: number;
  /** Largest distance of a set-point from the planned straight line (in joint space), rad. */
  readonly offPath: number;
  /** Movement of the arm after it had come to rest, rad. */
  readonly movedAfter: number;
}

/** True if the first stop since a moment is complete. An arm between two moves is at rest without a stop. */
export function hasStopped(entries: readonly ControllerLogEntry[], since: number): boolean {
  const stop = findStop(entries, since);
  return stop !== undefined && entries.some(({ kind, index }) => kind === 'standstill' && index > stop.index);
}

function findStop(entries: readonly ControllerLogEntry[], since: number): ControllerLogEntry | undefined {
  return entries.find(({ kind, time }) => kind === 'stopStarted' && time >= since - 0.001);
}

/** Reads a stop from the log. `since` is the machine's monotonic time of the fault, seconds. */
export function describeStop(entries: readonly ControllerLogEntry[], since: number): StopReport {
  const stop = findStop(entries, since);
  if (!stop) throw new Error(`no stop is logged; the newest entries: ${summarize(entries.slice(-8))}`);
  const setPoints = entries.filter(({ kind }) => kind === 'setPoint');
  const before = setPoints.findLast(({ time }) => time <= since);
  const firstSlower = setPoints.find((point, index) => {
    const previous = setPoints[index - 1];
    return point.index > stop.index && previous !== undefined && speedOf(point) < speedOf(previous);
  });
  const standstill = entries.find(({ kind, index }) => kind === 'standstill' && index > stop.index);
  if (!standstill) throw new Error(`no standstill is logged: ${summarize(entries.slice(-8))}`);
  const isAtRest = speedOf(stop) === 0;
  return {
    cause: stop.detail.split(':')[0] ?? '',
    speed: before ? speedOf(before) : 0,
    decelerationMS: ((isAtRest ? stop : (firstSlower ?? standstill)).time - since) * 1000,
    standstillMS: (standstill.time - since) * 1000,
    offPath: measureOffPath(setPoints.filter(({ index }) => index <= standstill.index)),
    movedAfter: Math.max(0, ...entries.slice(entries.indexOf(standstill)).map((entry) => distance(entry, standstill))),
  };
}

/** Returns how far set-points of the last straight move leave the line between its ends. */
function measureOffPath(setPoints: readonly ControllerLogEntry[]): number {
  const lastRest = setPoints.findLastIndex((point, index) => speedOf(point) === 0 && index < setPoints.length - 1);
  const move = setPoints.slice(lastRest + 1);
  const from = move[0]?.positions;
  const to = move.at(-1)?.positions;
  if (!from || !to) return 0;
  const along = to.map((value, joint) => value - (from[joint] ?? 0));
  const length = Math.hypot(...along);
  if (length === 0) return 0;
  return Math.max(
    ...move.map(({ positions }) => {
      const offset = positions.map((value, joint) => value - (from[joint] ?? 0));
      const share = offset.reduce((sum, value, joint) => sum + value * (along[joint] ?? 0), 0) / length ** 2;
      return Math.hypot(...offset.map((value, joint) => value - share * (along[joint] ?? 0)));
    }),
  );
}

function distance(a: ControllerLogEntry, b: ControllerLogEntry): number {
  return Math.max(...a.positions.map((value, joint) => Math.abs(value - (b.positions[joint] ?? 0))));
}

export function summarize(entries: readonly ControllerLogEntry[]): string {
  return entries.map(({ time, kind, detail }) => `${time.toFixed(3)} ${kind} ${detail}`).join(' | ');
}
