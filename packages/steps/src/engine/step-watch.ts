import type { Clock } from '@cellwright/domain';

export interface StepWatchOptions {
  /** The run's clock: a pause does not count. */
  readonly clock: Clock;
  readonly limitMS: number;
  readonly warningMS: number;
  readonly onWarning: () => void;
  readonly onLimit: () => void;
}

/** Measures a step's own time. Suspended while its children play and while it waits for the database. */
export class StepWatch {
  readonly #options: StepWatchOptions;
  #usedMS = 0;
  #startedAt = 0;
  #next: 'warning' | 'limit' = 'warning';
  #cancel: (() => void) | undefined;
  #suspensionCount = 0;
  #hasEnded = false;

  constructor(options: StepWatchOptions) {
    this.#options = options;
  }

  start(): void {
    this.#measure();
  }

  /** Stops measuring until `resume` was called as often. */
  suspend(): void {
    this.#suspensionCount += 1;
    if (this.#suspensionCount === 1) this.#pause();
  }

  resume(): void {
    this.#suspensionCount -= 1;
    if (this.#suspensionCount === 0 && !this.#hasEnded) this.#measure();
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

  #pause(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#usedMS += this.#options.clock.now() - this.#startedAt;
  }

  #fire(): void {
    this.#cancel = undefined;
    if (this.#next === 'limit') {
      this.#options.onLimit();
      return;
    }
    this.#pause();
    this.#next = 'limit';
    this.#measure();
    this.#options.onWarning();
  }
}
