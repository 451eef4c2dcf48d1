import type { Clock } from '@cellwright/domain/basics';

export interface StateMonitorOptions {
  readonly clock: Clock;
  /** Reads the device once and returns the milliseconds until the next reading. */
  read(): Promise<number>;
}

/** Polls a device, one reading at a time, until closed. */
export class StateMonitor {
  readonly #options: StateMonitorOptions;
  #cancelNext: (() => void) | undefined;
  #reading: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: StateMonitorOptions) {
    this.#options = options;
  }

  /** Reads now, or after the reading under way. Resolves when a reading that began after the call has ended. */
  readNow(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    if (this.#reading) return this.#reading.then(() => this.#reading ?? this.readNow());
    this.#cancelNext?.();
    this.#reading = this.#options.read().then((waitMS) => {
      this.#reading = undefined;
      if (!this.#isClosed) this.#cancelNext = this.#options.clock.schedule(waitMS, () => void this.readNow());
    });
    return this.#reading;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelNext?.();
    await this.#reading;
  }
}
