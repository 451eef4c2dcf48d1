import type { Clock } from '@cellwright/domain/basics';
import type { PortsFailure, PortsResult, PortsTransport } from '../../transport/ports.ts';
import type { ScannerTransport } from '../../transport/scanner.ts';
import type { AssemblyMachineConfig } from './assembly-fields.ts';
import { isThere, notThere, readBit, readWord, writeBit } from './assembly-positions.ts';
import { outputOfSignal } from './output-of-signal.ts';
import type { SetSignal, WeldInput, WeldOutput, WeldSignals } from './weld-signals.ts';

export interface AssemblyLinks {
  readonly scanner: ScannerTransport;
  /** Ports of the control box, for the arc permit. */
  readonly ports: PortsTransport;
  readonly clock: Clock;
}

/**
 * Signals of a weld machine in its assemblies or registers. `robotReady` is the arc permit, an output that the robot
 * controller holds: when the controller ends it, the arc ends with the next packet.
 */
export class AssemblySignals implements WeldSignals {
  readonly incomplete = 'Enter the positions of weld start and arc established';
  /** Assembly to the machine. */
  readonly image: Uint8Array;
  readonly #config: AssemblyMachineConfig;
  readonly #links: AssemblyLinks;
  readonly #listeners = new Set<() => void>();
  /** Ends of the signals that are on. */
  readonly #pulses = new Map<WeldOutput, () => void>();
  readonly #held = new Set<WeldOutput>();
  readonly #endListening: readonly (() => void)[];
  #wasFound = false;

  constructor(config: AssemblyMachineConfig, links: AssemblyLinks) {
    this.#config = config;
    this.#links = links;
    this.image = new Uint8Array(config.outputSize);
    this.#endListening = [
      links.scanner.onChange(() => this.#followMachine()),
      links.ports.onChange(() => this.#followPermit()),
    ];
  }

  get isConnected(): boolean {
    return this.inputs() !== undefined && this.#links.ports.levels() !== undefined;
  }

  get disconnection(): string {
    const isBoxFound = this.#links.ports.levels() !== undefined;
    return isBoxFound ? this.#links.scanner.problem() : 'The control box with the arc permit does not answer';
  }

  /** Returns the assembly from the machine; undefined without a connection. */
  inputs(): Uint8Array | undefined {
    return this.#links.scanner.inputs();
  }

  whenKnown(): Promise<void> {
    return this.#links.scanner.whenKnown();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  has(signal: WeldInput | WeldOutput): boolean {
    if (signal === 'machineFault' && isThere(this.#config.errorNumber)) return true;
    return signal === 'robotReady' || isThere(this.#config[signal]);
  }

  isOn(signal: WeldInput): boolean {
    const inputs = this.inputs();
    if (signal === 'machineFault' && this.errorNumber !== undefined) return true;
    return inputs !== undefined && readBit(inputs, this.#positionOf(signal));
  }

  get errorNumber(): number | undefined {
    const inputs = this.inputs();
    return (inputs && readWord(inputs, this.#config.errorNumber)) || undefined;
  }

  async set(signals: readonly SetSignal[], abort?: AbortSignal): Promise<PortsResult> {
    if (abort?.aborted) return aborted;
    for (const { signal, seconds } of signals) if (seconds <= 0) this.#end(signal);
    this.send();
    const permit = signals.find(({ signal }) => signal === 'robotReady');
    const result = permit ? await this.#setPermit(permit, abort) : ok;
    const begun = signals.filter(({ signal, seconds }) => signal !== 'robotReady' && seconds > 0);
    if (!result.ok) this.#endHeld();
    if (!result.ok || begun.length === 0) return result;
    if (abort?.aborted) return aborted;
    const failure = this.#findFailure(begun);
    if (failure) return { ok: false, failure };
    for (const each of begun) this.#begin(each);
    this.send();
    return ok;
  }

  /** Sends the image with the next packet. */
  send(): void {
    if (this.inputs() !== undefined) this.#links.scanner.setOutputs(this.image);
  }

  async close(): Promise<void> {
    for (const end of this.#endListening) end();
    for (const signal of [...this.#pulses.keys()]) this.#end(signal);
    writeBit(this.image, this.#config.robotReady, false);
    this.send();
    this.#links.ports.close();
    await this.#links.scanner.close();
  }

  #positionOf(signal: WeldInput | WeldOutput): string {
    return this.#config[signal] ?? notThere;
  }

  get #isPermitted(): boolean {
    return this.#links.ports.levels()?.[this.#config.arcPermit] === 'high';
  }

  async #setPermit(permit: SetSignal, abort: AbortSignal | undefined): Promise<PortsResult> {
    const output = outputOfSignal(this.#config.arcPermit, permit);
    return output ? this.#links.ports.setOutputs([output], abort === undefined ? {} : { signal: abort }) : ok;
  }

  #findFailure(begun: readonly SetSignal[]): PortsFailure | undefined {
    if (!this.isConnected) return { kind: 'unreachable', wasSent: false, message: this.disconnection };
    const isHeldFor = ({ signal, hold }: SetSignal) =>
      hold === 'begin' ? this.#isPermitted : hold !== 'renew' || this.#held.has(signal);
    return begun.every(isHeldFor) ? undefined : ended;
  }

  #begin({ signal, seconds, hold }: SetSignal): void {
    this.#pulses.get(signal)?.();
    writeBit(this.image, this.#positionOf(signal), true);
    if (hold) this.#held.add(signal);
    const cancel = this.#links.clock.schedule(seconds * 1000, () => {
      this.#end(signal);
      this.send();
    });
    this.#pulses.set(signal, cancel);
  }

  #end(signal: WeldOutput): void {
    this.#pulses.get(signal)?.();
    this.#pulses.delete(signal);
    this.#held.delete(signal);
    writeBit(this.image, this.#positionOf(signal), false);
  }

  #endHeld(): void {
    for (const signal of [...this.#held]) this.#end(signal);
    this.send();
  }

  /** The bit for robot ready follows the permit. */
  #followPermit(): void {
    const { robotReady } = this.#config;
    if (isThere(robotReady) && readBit(this.image, robotReady) !== this.#isPermitted) {
      writeBit(this.image, robotReady, this.#isPermitted);
      this.send();
    }
    if (!this.#isPermitted && this.#held.size > 0) this.#endHeld();
    this.#tell();
  }

  /** A connection that was lost begins again without signals, but with the values. */
  #followMachine(): void {
    const isFound = this.inputs() !== undefined;
    if (!isFound) for (const signal of [...this.#pulses.keys()]) this.#end(signal);
    if (isFound && !this.#wasFound) this.send();
    this.#wasFound = isFound;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const ok: PortsResult = { ok: true };
const aborted: PortsResult = {
  ok: false,
  failure: { kind: 'aborted', wasSent: false, message: 'The command was cancelled' },
};
const ended: PortsFailure = { kind: 'ended', wasSent: false, message: 'The robot controller ended the arc permit' };
