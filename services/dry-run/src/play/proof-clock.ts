import { type Clock, sleepBy } from '@cellwright/domain/basics';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/**
 * The time of a dry run: it jumps to the next due event, as soon as everything that needs no time has happened. It
 * stops during work outside the process, which takes no time of the routine.
 */
export class ProofClock implements Clock {
  private readonly timers = new Set<Timer>();
  private readonly origin: number;
  private time = 0;
  private outsideCount = 0;
  private onOutsideEnded: () => void = () => undefined;

  constructor(origin: Date) {
    this.origin = origin.getTime();
  }

  now(): number {
    return this.time;
  }

  wallNow(): Date {
    return new Date(this.origin + this.time);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepBy((delay, callback) => this.schedule(delay, callback), ms, signal);
  }

  schedule(ms: number, callback: () => void): () => void {
    const timer: Timer = { at: this.time + Math.max(0, ms), callback };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  }

  /** Stops time until the returned function is called. */
  standStill(): () => void {
    this.outsideCount += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.outsideCount -= 1;
      if (this.outsideCount === 0) this.onOutsideEnded();
    };
  }

  /** Stops time until the promise settles. */
  async outside<T>(work: Promise<T>): Promise<T> {
    const goOn = this.standStill();
    try {
      return await work;
    } finally {
      goOn();
    }
  }

  /**
   * Lets time pass until the promise settles.
   * @param beforeTime called with the time that comes next, ms, before it comes
   * @throws Error when nothing is due any more and the promise is still waited for
   */
  async runUntil<T>(promise: Promise<T>, beforeTime: (next: number) => void = () => undefined): Promise<T> {
    let isSettled = false;
    const settle = () => {
      isSettled = true;
    };
    promise.then(settle, settle);
    for (;;) {
      await turn();
      if (isSettled) return promise;
      if (this.outsideCount > 0) {
        await new Promise<void>((resolve) => {
          this.onOutsideEnded = resolve;
        });
        continue;
      }
      const next = this.next();
      if (!next) throw new Error('the proof waits for something that never comes');
      beforeTime(next.at);
      this.timers.delete(next);
      this.time = Math.max(this.time, next.at);
      next.callback();
    }
  }

  /** The first due event; of several, the one created first. */
  private next(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.timers) if (!first || timer.at < first.at) first = timer;
    return first;
  }
}

/** Everything that can happen without time has happened when this resolves. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
