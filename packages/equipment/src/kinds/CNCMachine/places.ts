import type { IOLevel } from '@cellwright/domain/robot';
import {
  type DeviceLine,
  levelOf,
  openNetworkLine,
  openWiredLine,
  type Place,
  type Reading,
  type SendFailure,
  type SendOptions,
} from '../../framework/device-lines.ts';
import type { DriverContext } from '../../framework/driver.ts';
import { notWired } from '../../framework/place-fields.ts';
import { type CNCMachineConfig, cncMachineContract } from './contract.ts';
import { type MachineOutput, type MachineSensor, takesRequests } from './contract-fields.ts';

/** Level of a sensor; undefined if it is not connected or unknown. */
export type Level = { readonly level: IOLevel | undefined } | { readonly lost: string };

const notConnected: SendFailure = { kind: 'refused', message: 'This output is not connected' };

/** The signals of a machine, each on the network of the machine or on a port of the control box. */
export class MachinePlaces {
  readonly network: DeviceLine | undefined;
  readonly #wires: DeviceLine | undefined;

  constructor(config: CNCMachineConfig, context: DriverContext) {
    const isWired = (cncMachineContract.wires?.(config) ?? []).length > 0;
    const { deviceInterface } = config;
    this.network = takesRequests(deviceInterface)
      ? openNetworkLine({ ...config, deviceInterface }, context)
      : undefined;
    this.#wires = isWired || deviceInterface === 'controlBoxIO' ? openWiredLine(context) : undefined;
  }

  /** Returns why the machine, or the control box it is wired to, does not answer. */
  async probe(): Promise<string | undefined> {
    return (await this.#wires?.probe()) ?? this.network?.probe();
  }

  async level(sensor: MachineSensor): Promise<Level> {
    const line = this.#lineOf(sensor);
    if (!line) return { level: undefined };
    const read = await line.read(sensor);
    if ('lost' in read) return read;
    return { level: 'problem' in read ? undefined : levelOf(sensor, read.value, sensor.via === 'port') };
  }

  async value(place: Place): Promise<Reading> {
    return this.network?.read(place) ?? { problem: 'The machine has no network' };
  }

  async send(output: MachineOutput, signal: AbortSignal, options?: SendOptions): Promise<SendFailure | undefined> {
    const line = this.#lineOf(output);
    return line ? line.send([output], signal, options) : notConnected;
  }

  onChange(listener: () => void): () => void {
    return this.#wires?.onChange(listener) ?? (() => undefined);
  }

  async close(): Promise<void> {
    await Promise.all([this.network?.close(), this.#wires?.close()]);
  }

  #lineOf({ via, ioPort }: Pick<MachineSensor, 'via'> & { readonly ioPort: string }): DeviceLine | undefined {
    if (via === 'network') return this.network;
    return via === 'port' && ioPort !== notWired ? this.#wires : undefined;
  }
}

/** Inverse of the level of a set output. */
export function inverseOf(output: MachineOutput): MachineOutput {
  const { level, value } = output;
  return { ...output, level: level === 'high' ? 'low' : 'high', value: value === 0 ? 1 : 0 };
}
