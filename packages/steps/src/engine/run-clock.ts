import { type Clock, sleepBy } from '@cellwright/domain/basics';

/** Maximum delay of a timer of the base clock; longer waits use several timers. */
const longestTimerMS = 86_400_000;

interface RunTimer {
  readonly dueAt: number;
  readonly callback: () => void;
  cancel: (() => void) | undefined;
}

/**
 * The time of a run. It stops while the routine is paused, with every wait on it, so steps need not track the remainder
 * of a wait.
 */
export class RunClock implements Clock {
  readonly #base: Clock;
  readonly #timers = new Set<RunTimer>();
  #pausedAt: number | undefined;
  #pausedMS = 0;
  /** Time of the base clock at which a timer last fired. */
  wokeAt = Number.NEGATIVE_INFINITY;

  constructor(base: Clock) {
    this.#base = base;
  }

  now(): number {
    return (this.#pausedAt ?? this.#base.now()) - this.#pausedMS;
  }

  wallNow(): Date {
    return this.#base.wallNow();
  }

  schedule(ms: number, callback: () => void): () => void {
    const delayMS = Number.isNaN(ms) ? 0 : Math.max(ms, 0);
    const timer: RunTimer = { dueAt: this.now() + delayMS, callback, cancel: undefined };
    this.#timers.add(timer);
    if (this.#pausedAt === undefined) this.#arm(timer, delayMS);
    return () => {
      timer.cancel?.();
      this.#timers.delete(timer);
    };
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepBy((delay, callback) => this.schedule(delay, callback), ms, signal);
  }

  pause(): void {
    if (this.#pausedAt !== undefined) return;
    this.#pausedAt = this.#base.now();
    for (const timer of this.#timers) {
      timer.cancel?.();
      timer.cancel = undefined;
    }
  }

  resume(): void {
    if (this.#pausedAt === undefined) return;
    this.#pausedMS += this.#base.now() - this.#pausedAt;
    this.#pausedAt = undefined;
    for (const timer of this.#timers) this.#arm(timer, timer.dueAt - this.now());
  }

  #arm(timer: RunTimer, remainingMS: number): void {
    // Timers truncate fractions, and no wait may end before its time.
    timer.cancel = this.#base.schedule(Math.ceil(Math.min(remainingMS, longestTimerMS)), () => {
      if (remainingMS > longestTimerMS) {
        this.#arm(timer, remainingMS - longestTimerMS);
        return;
      }
      this.#timers.delete(timer);
      this.wokeAt = this.#base.now();
      timer.callback();
    });
  }
}
