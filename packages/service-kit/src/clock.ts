import type { Clock } from '@cellwright/domain';

export type { Clock };

/** The longest delay Node's timers take; a longer one would fire at once. */
const longestTimerMs = 2_147_483_647;

/** Real time: monotonic `now`, timers of the event loop. */
export const systemClock: Clock = {
  now: () => performance.now(),
  wallNow: () => new Date(),
  sleep: (ms, signal) => sleepFor(ms, signal),
  schedule: (ms, callback) => {
    const timer = setTimeout(callback, clampDelay(ms));
    return () => clearTimeout(timer);
  },
};

function sleepFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, clampDelay(ms));
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

function clampDelay(ms: number): number {
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), longestTimerMs);
}
