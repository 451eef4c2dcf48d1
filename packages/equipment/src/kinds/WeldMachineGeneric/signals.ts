import { type DeviceOutput, findPortByName, type OutputHold, writablePortKindSchema } from '@cellwright/domain/robot';
import type { PortsResult, PortsTransport } from '../../transport/ports.ts';
import { type InputSignal, notWired, type OutputSignal, type WeldMachineGenericConfig } from './contract.ts';

/** A signal to the machine: on for a while, or off. */
export interface SetSignal {
  readonly signal: OutputSignal;
  /** Seconds after which it ends by itself; 0 switches it off. */
  readonly seconds: number;
  readonly hold?: OutputHold;
}

/** The wires of a weld machine. */
export class WeldSignals {
  readonly #config: WeldMachineGenericConfig;
  readonly #ports: PortsTransport;

  constructor(config: WeldMachineGenericConfig, ports: PortsTransport) {
    this.#config = config;
    this.#ports = ports;
  }

  get isConnected(): boolean {
    return this.#ports.levels() !== undefined;
  }

  onChange(listener: () => void): () => void {
    return this.#ports.onChange(listener);
  }

  has(signal: InputSignal | OutputSignal): boolean {
    return this.#config[signal] !== notWired;
  }

  /** True if the signal is on; false also for one that the machine does not have. */
  isOn(signal: InputSignal): boolean {
    return this.has(signal) && this.#ports.levels()?.[this.#config[signal]] === 'high';
  }

  /** Sets signals together; those that the machine does not have are left out. */
  async set(signals: readonly SetSignal[], abort?: AbortSignal): Promise<PortsResult> {
    const outputs = signals.flatMap((wanted) => this.#outputOf(wanted));
    if (outputs.length === 0) return { ok: true };
    return this.#ports.setOutputs(outputs, abort === undefined ? {} : { signal: abort });
  }

  close(): void {
    this.#ports.close();
  }

  #outputOf({ signal, seconds, hold }: SetSignal): DeviceOutput[] {
    const port = findPortByName(this.#config[signal]);
    const kind = writablePortKindSchema.safeParse(port?.kind);
    if (!port || !kind.success) return [];
    const action = { kind: kind.data, port: port.port };
    return seconds > 0 ? [{ ...action, level: 'high', pulseSeconds: seconds, hold }] : [{ ...action, level: 'low' }];
  }
}
