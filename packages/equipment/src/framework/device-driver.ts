import { type Clock, withEither } from '@cellwright/domain/basics';
import type { EquipmentLiveState } from '@cellwright/domain/equipment';
import { createDeferred } from './deferred.ts';
import { StateMonitor } from './state-monitor.ts';

/** Results of a command that ends for another reason than its own. */
export interface CommandEnds<Result> {
  /** Returns the result when another command is in progress; nothing was done. */
  busy(): Result;
  /** Result when the caller stopped it or the driver closed without a reason. */
  readonly stopped: Result;
  /**
   * Returns the result when the driver closed during the command, for this reason: a sentence without its full stop.
   */
  closed(reason: string): Result;
}

const closeGraceMS = 500;

/**
 * Base of every driver that follows a device over a connection: polling with one reading at a time, an awaited first
 * reading, change listeners, one command at a time, and its end when the signal aborts or the driver closes. A kind
 * adds how it reads, its state and how it stops; nothing else here depends on the protocol.
 */
export abstract class DeviceDriver<Live extends EquipmentLiveState> {
  protected readonly clock: Clock;
  readonly #monitor: StateMonitor;
  readonly #closing = new AbortController();
  readonly #listeners = new Set<(state: Live) => void>();
  readonly #firstReading = createDeferred();
  #isCommanded = false;
  #closeReason: string | undefined;
  #published = '';

  constructor(clock: Clock) {
    this.clock = clock;
    this.#monitor = new StateMonitor({ clock, read: () => this.#read() });
  }

  /** Returns the current state. */
  abstract state(): Live;

  /**
   * Stops a motion in progress; has no effect on a device at rest. Never rejects, and does not wait for another
   * command.
   */
  abstract stopMotion(): Promise<void>;

  /** Reads the device once and returns the milliseconds until the next reading. Never rejects. */
  protected abstract read(): Promise<number>;

  /** Closes the connection to the device and ends everything that waits for it. */
  protected abstract disconnect(): Promise<void>;

  start(): void {
    void this.readNow();
  }

  whenKnown(): Promise<void> {
    return this.#firstReading.promise;
  }

  onChange(listener: (state: Live) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async close(reason?: string): Promise<void> {
    this.#closeReason = reason;
    this.#closing.abort();
    // Allows some time to stop the motion; a device that does not answer must not delay the end.
    await Promise.race([this.stopMotion(), this.clock.sleep(closeGraceMS)]);
    await this.disconnect();
    await this.#monitor.close();
    this.#listeners.clear();
    this.#firstReading.resolve();
  }

  /** Reads now, or after the reading in progress. */
  protected readNow(): Promise<void> {
    return this.#monitor.readNow();
  }

  /** True while a command is in progress. */
  protected get isCommanded(): boolean {
    return this.#isCommanded;
  }

  protected get isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Carries out one command; a second one meanwhile is busy. When the caller's signal aborts, a motion is stopped. */
  protected async runCommand<Result>(
    caller: AbortSignal,
    ends: CommandEnds<Result>,
    carryOut: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (this.#isCommanded) return ends.busy();
    return withEither(caller, this.#closing.signal, (signal) => this.#runUntil(signal, caller, ends, carryOut));
  }

  async #runUntil<Result>(
    signal: AbortSignal,
    caller: AbortSignal,
    ends: CommandEnds<Result>,
    carryOut: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (signal.aborted) return ends.stopped;
    const aborted = createDeferred<Result>();
    const onAbort = () => {
      void this.stopMotion();
      const reason = caller.aborted ? undefined : this.#closeReason;
      aborted.resolve(reason === undefined ? ends.stopped : ends.closed(reason));
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.#isCommanded = true;
    try {
      return await Promise.race([carryOut(signal), aborted.promise]);
    } finally {
      this.#isCommanded = false;
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Waits for the promise, at most until the clock reaches the deadline. */
  protected async waitUntil(deadline: number, promise: Promise<unknown>): Promise<void> {
    const late = createDeferred();
    const cancel = this.clock.schedule(deadline - this.clock.now(), () => late.resolve());
    await Promise.race([promise, late.promise]);
    cancel();
  }

  async #read(): Promise<number> {
    const waitMS = await this.read();
    if (this.isClosing) return waitMS;
    this.#firstReading.resolve();
    const state = this.state();
    const text = JSON.stringify(state);
    if (text === this.#published) return waitMS;
    this.#published = text;
    for (const listener of this.#listeners) listener(state);
    return waitMS;
  }
}
