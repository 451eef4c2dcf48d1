import { type Clock, sleepBy } from '@cellwright/domain/basics';

/** Real time, in Node and in browsers. */
export const clientClock: Clock = {
  now: () => performance.now(),
  wallNow: () => new Date(),
  sleep: (ms, signal) => sleepBy(schedule, ms, signal),
  schedule,
};

function schedule(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}
