import type { Clock } from '@cellwright/domain';

export interface StepWatchOptions {
  /** The run's clock: a pause does not count. */
  readonly clock: Clock;
  readonly limitMS: number;
  readonly warningMS: number;
  readonly onWarning: () => void;
  readonly onLimit: () => void;
}

/** Measures a step's own time: suspended while its children play. */
export class StepWatch {
  readonly #options: StepWatchOptions;
  #usedMS = 0;
  #startedAt = 0;
  #next: 'warning' | 'limit' = 'warning';
  #cancel: (() => void) | undefined;

  constructor(options: StepWatchOptions) {
    this.#options = options;
  }

  /** Starts, or goes on after `suspend`. */
  start(): void {
    const { clock, warningMS, limitMS } = this.#options;
    this.#startedAt = clock.now();
    const due = this.#next === 'warning' ? warningMS : limitMS;
    this.#cancel = clock.schedule(due - this.#usedMS, () => this.#fire());
  }

  suspend(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#usedMS += this.#options.clock.now() - this.#startedAt;
  }

  end(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #fire(): void {
    this.#cancel = undefined;
    if (this.#next === 'limit') {
      this.#options.onLimit();
      return;
    }
    this.suspend();
    this.#next = 'limit';
    this.start();
    this.#options.onWarning();
  }
}
