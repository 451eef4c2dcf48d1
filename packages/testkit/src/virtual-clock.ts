import { type Clock, sleepBy } from '@cellwright/domain/basics';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
}

/**
 * Time controlled by a test only. Timers fire in order of their time, then of their creation; between two timers all
 * promise callbacks run, so that awaiting code behaves as in real time.
 */
export class VirtualClock implements Clock {
  readonly #timers = new Set<Timer>();
  readonly #wallOrigin: number;
  #wallShift = 0;
  #now = 0;
  #created = 0;

  constructor(wallStart: Date = new Date('2026-01-01T00:00:00.000Z')) {
    this.#wallOrigin = wallStart.getTime();
  }

  now(): number {
    return this.#now;
  }

  wallNow(): Date {
    return new Date(this.#wallOrigin + this.#wallShift + this.#now);
  }

  /** Steps the wall clock without touching monotonic time, as an operator or NTP does. */
  shiftWall(ms: number): void {
    this.#wallShift += ms;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepBy((delay, callback) => this.schedule(delay, callback), ms, signal);
  }

  schedule(ms: number, callback: () => void): () => void {
    const delay = Number.isNaN(ms) ? 0 : Math.max(ms, 0);
    const timer: Timer = { at: this.#now + delay, order: this.#created++, callback };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Returns the number of pending timers. */
  get pendingTimers(): number {
    return this.#timers.size;
  }

  /** Advances time by `ms` and fires the due timers, each at its own time. */
  async advance(ms: number): Promise<void> {
    await this.advanceTo(this.#now + ms);
  }

  async advanceTo(time: number): Promise<void> {
    await flushPromises();
    for (let next = this.#next(); next && next.at <= time; next = this.#next()) await this.#fire(next);
    this.#now = Math.max(this.#now, time);
  }

  /**
   * Fires timers, however far in the future, until none is pending. @throws Error when `limitMs` of virtual time is not
   * enough.
   */
  async runUntilIdle(limitMs = 86_400_000): Promise<void> {
    const end = this.#now + limitMs;
    await flushPromises();
    for (let next = this.#next(); next; next = this.#next()) {
      if (next.at > end)
        throw new Error(`not idle after ${limitMs} ms of virtual time: ${this.#timers.size} timers wait`);
      await this.#fire(next);
    }
  }

  /** Advances time, timer by timer, until the promise settles, and returns its value. */
  async runUntilSettled<T>(promise: Promise<T>, limitMs = 86_400_000): Promise<T> {
    const end = this.#now + limitMs;
    let settled = false;
    const mark = () => {
      settled = true;
    };
    promise.then(mark, mark);
    await flushPromises();
    while (!settled) {
      const next = this.#next();
      if (!next) throw new Error('the promise waits for something that is not a timer of this clock');
      if (next.at > end) throw new Error(`the promise did not settle within ${limitMs} ms of virtual time`);
      await this.#fire(next);
    }
    return promise;
  }

  async #fire(timer: Timer): Promise<void> {
    this.#timers.delete(timer);
    this.#now = Math.max(this.#now, timer.at);
    timer.callback();
    await flushPromises();
  }

  #next(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (!first || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) first = timer;
    }
    return first;
  }
}

/** Runs all promise callbacks that need no I/O or time: setImmediate comes after all of them. */
export function flushPromises(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
