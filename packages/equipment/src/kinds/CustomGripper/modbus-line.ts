import type { Clock } from '@cellwright/domain/basics';
import { isBitTable } from '../../capabilities/probe.ts';
import { readTable } from '../../framework/modbus-tables.ts';
import { decodeRegisters, namedOrders, wordsOf } from '../../framework/register-format.ts';
import { StateMonitor } from '../../framework/state-monitor.ts';
import type { ModbusFailure, ModbusResult, ModbusTransport } from '../../transport/modbus.ts';
import type { CustomGripperConfig } from './contract.ts';
import { formatOf, type ModbusOutput, type ModbusSensor, wordsToWrite } from './contract-modbus.ts';
import type { GripperLine, SendResult, Signals } from './line.ts';
import type { Place } from './plan.ts';

/** Polling interval, short enough to observe moving fingers. */
const pollMS = 50;
const reconnectDelayMS = 1000;

/** Creates the connection to a gripper that is commanded by registers and coils and whose sensors are polled. */
export function lineOverModbus(config: CustomGripperConfig, modbus: ModbusTransport, clock: Clock): GripperLine {
  return new ModbusLine(config, modbus, clock);
}

class ModbusLine implements GripperLine {
  readonly #config: CustomGripperConfig;
  readonly #modbus: ModbusTransport;
  readonly #monitor: StateMonitor;
  readonly #listeners = new Set<() => void>();
  #signals: Signals | undefined;
  #problem = 'The gripper has not answered yet';

  constructor(config: CustomGripperConfig, modbus: ModbusTransport, clock: Clock) {
    this.#config = config;
    this.#modbus = modbus;
    this.#monitor = new StateMonitor({ clock, read: () => this.#read() });
    void this.#monitor.readNow();
  }

  signals(): Signals | undefined {
    return this.#signals;
  }

  problem(): string {
    return this.#problem;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Written one after the other; after a failed one, the rest is not written. */
  async send(place: Place, { signal }: { readonly signal: AbortSignal }): Promise<SendResult> {
    const when = place === 'closed' ? 'closing' : 'opening';
    const outputs = this.#config.modbusOutputs.filter((output) => output.when === when);
    for (const [index, output] of outputs.entries()) {
      const answer = await this.#write(output, signal);
      if (!answer.ok) return { ok: false, failure: explain(answer.failure, index > 0) };
    }
    void this.#monitor.readNow();
    return { ok: true };
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    await this.#modbus.close();
    await this.#monitor.close();
  }

  #write(output: ModbusOutput, signal: AbortSignal): Promise<ModbusResult> {
    const words = wordsToWrite(output) ?? [];
    return output.type === 'coil'
      ? this.#modbus.writeCoil(output.offset, words[0] === 1, { signal })
      : this.#modbus.writeRegisters(output.offset, words, { signal });
  }

  async #read(): Promise<number> {
    const read = await this.#readSensors();
    this.#signals = read.ok ? read.value : undefined;
    if (!read.ok) this.#problem = read.failure.message;
    for (const listener of this.#listeners) listener();
    return read.ok ? pollMS : reconnectDelayMS;
  }

  async #readSensors(): Promise<ModbusResult<Signals>> {
    const { modbusSensors } = this.#config;
    if (modbusSensors.length === 0) return this.#ask();
    let signals: Signals = {};
    for (const sensor of modbusSensors) {
      const { type, offset } = sensor;
      const answer = await readTable(this.#modbus, type, offset, wordsOf(formatOf(sensor)));
      if (!answer.ok) return answer;
      signals = { ...signals, [sensor.tells]: isOn(sensor, answer.value) };
    }
    return { ok: true, value: signals };
  }

  /**
   * Without any sensor, reads an address that is written to check whether the gripper answers, even with an exception.
   */
  async #ask(): Promise<ModbusResult<Signals>> {
    const [first] = this.#config.modbusOutputs;
    const answer = await readTable(this.#modbus, first?.type ?? 'holdingRegister', first?.offset ?? 0, 1);
    return answer.ok || answer.failure.kind === 'refused' ? { ok: true, value: {} } : answer;
  }
}

/** A float that is not a number never counts as on. */
function isOn(sensor: ModbusSensor, words: readonly number[]): boolean {
  const order = namedOrders[isBitTable(sensor.type) ? 'ABCD' : sensor.order];
  const value = decodeRegisters(words, formatOf(sensor), order);
  if (value === undefined) return false;
  return sensor.onWhen === 'equals' ? Number(value) === sensor.onValue : Number(value) !== 0;
}

/** @param isBegun true if something was written before, so that the fingers may move. */
function explain(
  { kind, wasSent, message }: ModbusFailure,
  isBegun: boolean,
): Extract<SendResult, { ok: false }>['failure'] {
  if (isBegun) return { kind: 'unanswered', wasSent: true, message };
  if (kind === 'aborted') return { kind, wasSent: false, message };
  if (kind === 'busy' || kind === 'refused') return { kind, wasSent: false, message };
  return wasSent ? { kind: 'unanswered', wasSent, message } : { kind: 'unreachable', wasSent, message };
}
