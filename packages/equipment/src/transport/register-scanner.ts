import { type Clock, rest } from '@cellwright/domain/basics';
import { createDeferred } from '../framework/deferred.ts';
import { readTable } from '../framework/modbus-tables.ts';
import type { ModbusTransport, OpenModbus } from './modbus.ts';
import { type CyclicRegisters, reconnectMS, type ScannerTarget, type ScannerTransport } from './scanner.ts';

/** Shortest time limit of an answer, ms. The device ends its outputs by its own time-out, long before. */
const minAnswerMS = 200;
/** Longest time that changed outputs wait for the answer to another request, ms. */
const hurryMS = 20;

export interface RegisterScannerParts {
  readonly clock: Clock;
  readonly openModbus: OpenModbus;
}

/**
 * Writes and reads the registers of a device at every interval. A change of the outputs is written at once, and replaces a
 * write that was not sent yet. Requests are sent one at a time, because simple devices lose a request that arrives before
 * they have answered another; a change of the outputs waits for a late answer only shortly. When this process was late by more than the time-out of the device, the connection counts as
 * lost: the outputs are not written again, because they would start again what the device has ended.
 */
export class RegisterScanner implements ScannerTransport {
  readonly #target: ScannerTarget;
  readonly #registers: CyclicRegisters;
  readonly #clock: Clock;
  readonly #modbus: ModbusTransport;
  readonly #closing = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #known = createDeferred();
  readonly #ended: Promise<void>;
  #inputs: Uint8Array | undefined;
  #outputs: Uint8Array | undefined;
  #problem = 'The Modbus connection is being opened';
  /** True if the outputs have changed since the last write. */
  #isChanged = false;
  #unsent = new AbortController();
  #resting = new AbortController();
  #cancelHurry: () => void = () => undefined;
  /** Undefined before the first write of a connection. */
  #writtenAt: number | undefined;

  constructor(target: ScannerTarget, registers: CyclicRegisters, { clock, openModbus }: RegisterScannerParts) {
    const { unitID, writeFunctions } = registers;
    this.#target = target;
    this.#registers = registers;
    this.#clock = clock;
    const timeoutMS = Math.max(minAnswerMS, this.#deviceTimeoutMS);
    this.#modbus = openModbus({ ...target, unitID, timeoutMS, writeFunctions });
    this.#ended = this.#scan();
  }

  inputs(): Uint8Array | undefined {
    return this.#inputs;
  }

  problem(): string {
    return this.#problem;
  }

  whenKnown(): Promise<void> {
    return this.#known.promise;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  setOutputs(data: Uint8Array): void {
    if (!this.#inputs) return;
    this.#outputs = data.slice();
    this.#isChanged = true;
    this.#unsent.abort();
    this.#cancelHurry();
    this.#cancelHurry = this.#clock.schedule(hurryMS, () => void this.#hurry());
    this.#resting.abort();
  }

  async close(): Promise<void> {
    this.#cancelHurry();
    // The last outputs are written before the connection ends.
    await this.#hurry();
    this.#closing.abort();
    this.#resting.abort();
    await this.#modbus.close();
    await this.#ended;
    this.#known.resolve();
    this.#listeners.clear();
  }

  /** Time without a write after which the device ends its outputs by itself, ms. */
  get #deviceTimeoutMS(): number {
    const { intervalMS, timeoutIntervals } = this.#target.scan;
    return intervalMS * timeoutIntervals;
  }

  async #scan(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const startedAt = this.#clock.now();
      const problem = await this.#exchange();
      if (signal.aborted) return;
      // A connection that was just lost is opened again at once, so that the device receives no arc soon.
      const waitMS = problem === undefined || this.#inputs ? this.#target.scan.intervalMS : reconnectMS;
      if (problem !== undefined) this.#lose(problem);
      this.#resting = new AbortController();
      const restMS = Math.max(1, startedAt + waitMS - this.#clock.now());
      if (!this.#isChanged) await rest(this.#clock, restMS, this.#resting.signal);
    }
  }

  /** Writes changed outputs beside a request that is not answered. */
  async #hurry(): Promise<void> {
    if (!this.#isChanged) return;
    const problem = await this.#write();
    if (problem !== undefined && !this.#closing.signal.aborted) this.#lose(problem);
  }

  /** Returns the problem, if any. */
  async #exchange(): Promise<string | undefined> {
    const now = this.#clock.now();
    const lateMS = now - (this.#writtenAt ?? now);
    if (lateMS > this.#deviceTimeoutMS)
      return `The device was not written to for ${Math.round(lateMS)} ms. Choose a longer packet interval`;
    const problem = await this.#write();
    if (problem !== undefined || this.#closing.signal.aborted || this.#isChanged) return problem;
    const { inputTable, inputOffset } = this.#registers;
    const read = await readTable(this.#modbus, inputTable, inputOffset, this.#target.scan.inputs.size / 2);
    if (!read.ok) return read.failure.message;
    this.#take(read.value);
    return undefined;
  }

  /** Writes the outputs, if there are any; returns the problem. A write that is replaced by a newer one has none. */
  #write(): Promise<string | undefined> {
    const outputs = this.#outputs;
    if (!outputs) return Promise.resolve(undefined);
    this.#isChanged = false;
    this.#unsent = new AbortController();
    this.#writtenAt = this.#clock.now();
    // Ahead of everything that the transport still queues: it is this scanner that sends one request at a time.
    const options = { signal: this.#unsent.signal, urgent: true };
    return this.#modbus
      .writeRegisters(this.#registers.outputOffset, wordsFrom(outputs), options)
      .then((result) => (result.ok || result.failure.kind === 'aborted' ? undefined : result.failure.message));
  }

  #take(words: readonly number[]): void {
    const inputs = Uint8Array.from(words.flatMap((word) => [word & 0xff, word >> 8]));
    const isChanged = inputs.some((byte, index) => byte !== this.#inputs?.[index]);
    this.#inputs = inputs;
    if (isChanged) this.#tell();
  }

  #lose(problem: string): void {
    this.#problem = problem;
    this.#inputs = undefined;
    this.#outputs = undefined;
    this.#writtenAt = undefined;
    this.#isChanged = false;
    this.#unsent.abort();
    this.#tell();
  }

  #tell(): void {
    this.#known.resolve();
    for (const listener of this.#listeners) listener();
  }
}

/** Returns the registers of an image of even length, low byte first. */
export function wordsFrom(image: Uint8Array): number[] {
  return Array.from({ length: image.length / 2 }, (_, at) => (image[2 * at] ?? 0) + 256 * (image[2 * at + 1] ?? 0));
}
