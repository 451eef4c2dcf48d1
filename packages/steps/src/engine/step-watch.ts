import type { Clock } from '@cellwright/domain/basics';

export interface StepWatchOptions {
  /** Clock of the run: a pause does not count. */
  readonly clock: Clock;
  readonly limitMS: number;
  readonly warningMS: number;
  readonly onWarning: () => void;
  readonly onLimit: () => void;
}

/** Measures a step's own time. It is suspended while the children play and while the step waits for the database. */
export class StepWatch {
  readonly #options: StepWatchOptions;
  #usedMS = 0;
  #startedAt = 0;
  #next: 'warning' | 'limit' = 'warning';
  #cancel: (() => void) | undefined;
  #suspensionCount = 0;
  #suspendedAt = 0;
  #hasEnded = false;

  constructor(options: StepWatchOptions) {
    this.#options = options;
  }

  start(): void {
    this.#measure();
  }

  /** Stops measuring until `resume` has been called as often. */
  suspend(): void {
    this.#suspensionCount += 1;
    if (this.#suspensionCount === 1) this.#suspendedAt = this.#options.clock.now();
  }

  resume(): void {
    this.#suspensionCount -= 1;
    if (this.#suspensionCount > 0 || this.#hasEnded) return;
    // A wait that took no time leaves the timer as it is, so that it fires before others that are due at the same time.
    if (this.#cancel && this.#options.clock.now() === this.#suspendedAt) return;
    this.#pause(this.#suspendedAt);
    this.#measure();
  }

  end(): void {
    this.#hasEnded = true;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #measure(): void {
    const { clock, warningMS, limitMS } = this.#options;
    this.#startedAt = clock.now();
    const due = this.#next === 'warning' ? warningMS : limitMS;
    this.#cancel = clock.schedule(due - this.#usedMS, () => this.#fire());
  }

  #pause(at: number): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#usedMS += at - this.#startedAt;
  }

  #fire(): void {
    this.#cancel = undefined;
    // Due while suspended: the rest is measured after `resume`.
    if (this.#suspensionCount > 0) return;
    if (this.#next === 'limit') {
      this.#options.onLimit();
      return;
    }
    this.#pause(this.#options.clock.now());
    this.#next = 'limit';
    this.#measure();
    this.#options.onWarning();
  }
}
