import { type Clock, realTimeOf, timeScaleOf } from '@cellwright/domain/basics';
import type { SendFailure } from '../../framework/device-lines.ts';
import type { DriverContext } from '../../framework/driver.ts';
import type { PortsTransport } from '../../transport/ports.ts';
import type { CNCMachineConfig } from './contract.ts';
import type { MachineOutput } from './contract-fields.ts';
import { inverseOf, type MachinePlaces } from './places.ts';

/** Time that the signal on a port lasts unless it is renewed, and interval of the renewals, real ms. */
const leaseMS = 5000;
const renewMS = 1500;
/** Time limit of the last message to the machine when the driver ends, ms. */
const farewellMS = 400;
/** Interval at which the end of the signal is sent again to a machine that did not take it, ms. */
const againMS = 200;
const never = new AbortController().signal;

/**
 * Signal to a machine that the robot is clear of it. It ends when the commander of the robot is lost. On a port it is a
 * renewed pulse, which the robot controller ends when it loses its commander. On the network of the machine, this
 * process resets it as soon as it loses contact to the robot.
 */
export class CellSafe {
  readonly #output: MachineOutput;
  readonly #places: MachinePlaces;
  readonly #clock: Clock;
  readonly #robot: PortsTransport | undefined;
  #isSafe = false;
  #isWanted = false;
  #isClosed = false;
  #endListening: () => void = () => undefined;
  #cancelRenewal: () => void = () => undefined;

  constructor({ cellSafe }: CNCMachineConfig, places: MachinePlaces, { clock, openPorts }: DriverContext) {
    this.#output = cellSafe;
    this.#places = places;
    this.#clock = clock;
    this.#robot = cellSafe.via === 'none' ? undefined : openPorts();
  }

  /** Undefined for a machine without this signal. */
  get isSafe(): boolean | undefined {
    return this.#output.via === 'none' ? undefined : this.#isSafe;
  }

  start(): void {
    const robot = this.#robot;
    if (!robot) return;
    this.#endListening = robot.onChange(() => {
      if (this.#isSafe && !robot.levels()) void this.#fall();
    });
    // The robot is not known to be clear of the machine.
    void this.#fall();
  }

  async set(isSafe: boolean, signal: AbortSignal): Promise<SendFailure | undefined> {
    if (isSafe && this.#robot && !this.#robot.levels())
      return { kind: 'unreachable', message: 'The position of the robot is unknown' };
    this.#cancelRenewal();
    this.#isWanted = isSafe;
    // A pulse returns to the level before it.
    const isFirst = isSafe && !this.#isSafe && this.#output.via === 'port';
    const failure = (isFirst ? await this.#send(false, signal) : undefined) ?? (await this.#send(isSafe, signal));
    // The machine may have the signal although the answer was lost.
    if (failure && (failure.kind !== 'unknown' || !isSafe)) return failure;
    this.#isSafe = isSafe;
    // The robot may have been lost meanwhile.
    if (isSafe && this.#robot && !this.#robot.levels()) void this.#fall();
    else if (isSafe && this.#output.via === 'port') this.#renewLater();
    return failure;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#endListening();
    this.#cancelRenewal();
    if (this.#isSafe) await Promise.race([this.set(false, never), this.#clock.sleep(farewellMS)]);
    this.#cancelRenewal();
    this.#robot?.close();
  }

  #renewLater(): void {
    this.#cancelRenewal = realTimeOf(this.#clock).schedule(renewMS, () => void this.#renew());
  }

  /** A stop ends the signal, too: outputs of an earlier epoch are refused. */
  async #renew(): Promise<void> {
    if (!this.#isSafe) return;
    const failure = await this.#send(true, never);
    if (!this.#isSafe) return;
    if (failure) void this.#fall();
    else this.#renewLater();
  }

  /** Resets the signal repeatedly until the machine confirms it. On a port it ends automatically. */
  async #fall(): Promise<void> {
    const isOnPort = this.#output.via === 'port';
    if (isOnPort) this.#isSafe = false;
    for (;;) {
      const failure = await this.set(false, never);
      if (!failure || isOnPort || failure.kind === 'refused') return;
      await this.#clock.sleep(againMS);
      if (this.#isClosed || this.#isWanted) return;
    }
  }

  #send(isSafe: boolean, signal: AbortSignal): Promise<SendFailure | undefined> {
    const pulseSeconds = (leaseMS / 1000) * timeScaleOf(this.#clock);
    const output = isSafe ? { ...this.#output, pulseSeconds } : { ...inverseOf(this.#output), pulseSeconds: 0 };
    return this.#places.send(output, signal, { mayRepeat: true });
  }
}
