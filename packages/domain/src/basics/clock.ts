/**
 * Time source of the product. All waiting code takes a clock, so that tests can control it. `now` is monotonic
 * milliseconds (never wall time): timeouts are differences of `now`.
 */
export interface Clock {
  /** Monotonic milliseconds since an arbitrary origin. */
  now(): number;
  /** Wall-clock time, for records only. */
  wallNow(): Date;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Runs `callback` once after `ms` milliseconds; the returned function cancels it. */
  schedule(ms: number, callback: () => void): () => void;
  /** Set on a clock with scaled time: its clock of real time and the factor by which it is faster. */
  readonly scaling?: { readonly real: Clock; readonly factor: number };
}

/**
 * Returns the clock of real time: for deadlines between processes and between users and the cell, which are limited by
 * hardware and which scaled time must not shorten.
 */
export function realTimeOf(clock: Clock): Clock {
  return clock.scaling?.real ?? clock;
}

/** Returns the factor by which a clock is faster than real time. */
export function timeScaleOf(clock: Clock): number {
  return clock.scaling?.factor ?? 1;
}

/** Sleeps until the time is over or the signal aborts, whichever is first; the caller checks the signal itself. */
export function rest(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  // A sleep rejects only when its signal aborts.
  return clock.sleep(ms, signal).catch(() => undefined);
}

/**
 * Implements `Clock.sleep` with a clock's timers: resolves after `ms` milliseconds; rejects with the signal's reason
 * when it aborts first.
 */
export function sleepBy(schedule: Clock['schedule'], ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = schedule(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
