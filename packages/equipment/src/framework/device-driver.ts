import type { Clock, EquipmentLiveState } from '@cellwright/domain';
import { createDeferred } from './deferred.ts';
import { StateMonitor } from './state-monitor.ts';

/** What a command comes to that ends otherwise than by its own course. */
export interface CommandEnds<Result> {
  /** Another command is under way; nothing was done. */
  busy(): Result;
  /** The caller stopped it, or the driver closed without a reason. */
  readonly stopped: Result;
  /** The driver closed while it was under way, for this reason: a sentence without its full stop. */
  closed(reason: string): Result;
}

const closeGraceMS = 500;

/**
 * What every driver needs that follows a device over a line: readings one after the other, the first one awaited,
 * listeners told of changes, one command at a time, its end when the signal aborts or the driver closes. A kind adds how
 * it reads, what its state is and how it stops; nothing else here changes with the protocol.
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

  /** What is known now. */
  abstract state(): Live;

  /** Stops a motion under way; does nothing to a device at rest. Never rejects, waits for no other command. */
  abstract stopMotion(): Promise<void>;

  /** Reads the device once; answers how many milliseconds to wait before the next time. Never rejects. */
  protected abstract read(): Promise<number>;

  /** Ends the line to the device, and whatever waits for it. */
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
    // A moment to stop what moves; a device that does not answer must not hold up the end.
    await Promise.race([this.stopMotion(), this.clock.sleep(closeGraceMS)]);
    await this.disconnect();
    await this.#monitor.close();
    this.#listeners.clear();
    this.#firstReading.resolve();
  }

  /** Reads now, or after the reading under way. */
  protected readNow(): Promise<void> {
    return this.#monitor.readNow();
  }

  /** A command is under way. */
  protected get isCommanded(): boolean {
    return this.#isCommanded;
  }

  protected get isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Carries out one command; a second one meanwhile is busy. When the caller's signal aborts, what moves is stopped. */
  protected async runCommand<Result>(
    caller: AbortSignal,
    ends: CommandEnds<Result>,
    carryOut: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (this.#isCommanded) return ends.busy();
    const signal = AbortSignal.any([caller, this.#closing.signal]);
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

  /** Waits for the promise, at most until the clock shows the deadline. */
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
