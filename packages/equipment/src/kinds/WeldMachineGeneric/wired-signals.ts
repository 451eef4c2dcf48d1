import { outputOfSignal } from '../../framework/weld-machine/output-of-signal.ts';
import type { SetSignal, WeldInput, WeldOutput, WeldSignals } from '../../framework/weld-machine/weld-signals.ts';
import type { PortsResult, PortsTransport } from '../../transport/ports.ts';
import { notWired } from './contract.ts';

/** Ports of the signals, or `notWired`. */
export type WiredNames = Readonly<Record<WeldInput | WeldOutput, string>>;

/** The wires of a weld machine. */
export class WiredSignals implements WeldSignals {
  readonly disconnection = 'The control box of the weld machine does not answer';
  readonly incomplete = 'Choose the ports of weld start and arc established';
  readonly #config: WiredNames;
  readonly #ports: PortsTransport;

  constructor(config: WiredNames, ports: PortsTransport) {
    this.#config = config;
    this.#ports = ports;
  }

  get isConnected(): boolean {
    return this.#ports.levels() !== undefined;
  }

  /** The control box is asked by others. */
  async whenKnown(): Promise<void> {}

  onChange(listener: () => void): () => void {
    return this.#ports.onChange(listener);
  }

  has(signal: WeldInput | WeldOutput): boolean {
    return this.#config[signal] !== notWired;
  }

  isOn(signal: WeldInput): boolean {
    return this.has(signal) && this.#ports.levels()?.[this.#config[signal]] === 'high';
  }

  async set(signals: readonly SetSignal[], abort?: AbortSignal): Promise<PortsResult> {
    const outputs = signals.flatMap((wanted) => outputOfSignal(this.#config[wanted.signal], wanted) ?? []);
    if (outputs.length === 0) return { ok: true };
    return this.#ports.setOutputs(outputs, abort === undefined ? {} : { signal: abort });
  }

  async close(): Promise<void> {
    this.#ports.close();
  }
}
