import { type Clock, sleepBy } from '@cellwright/domain/basics';

export type { Clock };

/** Maximum delay of Node's timers; a longer one would fire immediately. */
const longestTimerMs = 2_147_483_647;

/** Real time: monotonic `now`, timers of the event loop. */
export const systemClock: Clock = {
  now: () => performance.now(),
  wallNow: () => new Date(),
  sleep: (ms, signal) => sleepBy(schedule, ms, signal),
  schedule,
};

function schedule(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, clampDelay(ms));
  return () => clearTimeout(timer);
}

function clampDelay(ms: number): number {
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), longestTimerMs);
}
