import type { ProbeRequest } from '@cellwright/domain/equipment';
import {
  findRegister,
  type NamedRegisterValue,
  type RegistersCommand,
  type RegisterValue,
} from '../../capabilities/registers.ts';
import { DeviceDriver } from '../../framework/device-driver.ts';
import type { DriverContext, DriverDefinition, EquipmentDriver } from '../../framework/driver.ts';
import { readTable } from '../../framework/modbus-tables.ts';
import { decodeRegisters, encodeRegisters, wordsOf } from '../../framework/register-format.ts';
import { writeFunctionsFrom } from '../../framework/write-functions.ts';
import type { ModbusFailure, ModbusRequestOptions, ModbusTransport } from '../../transport/modbus.ts';
import {
  isWritable,
  type ModbusRegister,
  type ModbusTCPServerConfig,
  type ModbusTCPServerLiveState,
  modbusTCPServerContract,
  orderOf,
} from './contract.ts';
import { probeRange } from './probe.ts';
import { describeRange, ends, explainWrite, failed, noNumber, type Result, stopped } from './results.ts';

const pollMS = 500;
const reconnectDelayMS = 1000;

interface Reading {
  readonly value?: RegisterValue | undefined;
  readonly problem?: string | undefined;
}
interface PlannedWrite {
  readonly register: ModbusRegister;
  readonly named: NamedRegisterValue;
  readonly words: readonly number[];
}

export const modbusTCPServerDriver: DriverDefinition<typeof modbusTCPServerContract> = {
  contract: modbusTCPServerContract,
  create: (config, context) => new ModbusTCPServerDriver(config, context),
};

class ModbusTCPServerDriver
  extends DeviceDriver<ModbusTCPServerLiveState>
  implements EquipmentDriver<ModbusTCPServerLiveState, 'registers' | 'probe'>
{
  readonly capabilities = {
    registers: { actuate: (command: RegistersCommand, signal: AbortSignal) => this.#actuate(command, signal) },
    // Runs beside commands: probing changes nothing and shares their connection.
    probe: {
      probe: (request: ProbeRequest, signal: AbortSignal) => probeRange(this.#modbus, this.clock, request, signal),
    },
  };
  readonly #config: ModbusTCPServerConfig;
  readonly #modbus: ModbusTransport;
  readonly #readings = new Map<string, Reading>();
  #isConnected = false;
  #error: string | undefined;

  constructor(config: ModbusTCPServerConfig, { address, clock, openModbus }: DriverContext) {
    super(clock);
    const { unitID, connectTimeoutMS, timeoutMS } = config;
    this.#config = config;
    this.#modbus = openModbus({
      ...address,
      ...{ unitID, connectTimeoutMS, timeoutMS },
      writeFunctions: writeFunctionsFrom(config),
    });
  }

  state(): ModbusTCPServerLiveState {
    const status = this.#isConnected ? (this.isCommanded ? 'busy' : 'idle') : this.#error ? 'error' : 'initializing';
    const registers = this.#config.registers.map(({ id, name }) => ({ id, name, ...this.#readings.get(id) }));
    return { connected: this.#isConnected, status, error: this.#error, registers };
  }

  /** Nothing moves by itself: written values stay. */
  async stopMotion(): Promise<void> {}

  protected disconnect(): Promise<void> {
    return this.#modbus.close();
  }

  protected async read(): Promise<number> {
    const { registers } = this.#config;
    // Even without registers it checks whether the device answers, even with an exception.
    const lost = registers.length === 0 ? await this.#probe() : await this.#readAll(registers);
    if (this.isClosing) return reconnectDelayMS;
    this.#isConnected = lost === undefined;
    this.#error = lost?.message;
    if (lost) this.#readings.clear();
    return lost ? reconnectDelayMS : pollMS;
  }

  async #probe(): Promise<ModbusFailure | undefined> {
    const answer = await this.#modbus.readHoldingRegisters(0, 1);
    return answer.ok || answer.failure.kind === 'refused' ? undefined : answer.failure;
  }

  async #readAll(registers: readonly ModbusRegister[]): Promise<ModbusFailure | undefined> {
    for (const register of registers) {
      const read = await this.#readOne(register);
      if (!read.ok && read.failure.kind !== 'refused') return read.failure;
      this.#readings.set(register.id, read.ok ? { value: read.value } : { problem: read.failure.message });
    }
    return undefined;
  }

  async #readOne(register: ModbusRegister, options?: ModbusRequestOptions) {
    const { type, offset, format } = register;
    const answer = await readTable(this.#modbus, type, offset, wordsOf(format), options);
    if (!answer.ok) return answer;
    const value = decodeRegisters(answer.value, format, orderOf(register, this.#config));
    return value === undefined ? noNumber : { ok: true as const, value };
  }

  #actuate(command: RegistersCommand, caller: AbortSignal): Promise<Result> {
    const carryOut = command.operation === 'read' ? this.#planRead(command.registers) : this.#planWrite(command.values);
    if ('ok' in carryOut) return Promise.resolve(carryOut);
    return this.runCommand(caller, ends, carryOut.run);
  }

  #planRead(names: readonly string[]): Result | { run: (signal: AbortSignal) => Promise<Result> } {
    const planned: { name: string; register: ModbusRegister }[] = [];
    for (const name of names) {
      const register = findRegister(this.#config.registers, name);
      if (!register) return this.#unknown(name);
      planned.push({ name, register });
    }
    const run = async (signal: AbortSignal): Promise<Result> => {
      const values: NamedRegisterValue[] = [];
      for (const { name, register } of planned) {
        const read = await this.#readOne(register, { signal });
        // Reading changes nothing, so it may always be retried.
        if (!read.ok)
          return read.failure.kind === 'aborted'
            ? stopped
            : failed('deviceFault', `'${register.name}' was not read: ${read.failure.message}`, true);
        values.push({ register: name, value: read.value });
      }
      return { ok: true, value: { values } };
    };
    return { run };
  }

  #planWrite(values: readonly NamedRegisterValue[]): Result | { run: (signal: AbortSignal) => Promise<Result> } {
    const planned: PlannedWrite[] = [];
    for (const named of values) {
      const register = findRegister(this.#config.registers, named.register);
      if (!register) return this.#unknown(named.register);
      if (!isWritable(register.type)) return failed('outOfRange', `'${register.name}' can only be read`);
      const words = encodeRegisters(named.value, register.format, orderOf(register, this.#config));
      if (!words) return failed('outOfRange', describeRange(register, named.value));
      planned.push({ register, named, words });
    }
    return { run: (signal) => this.#write(planned, signal) };
  }

  /** Written one after the other, each once. After a failed one, the rest is not written. */
  async #write(planned: readonly PlannedWrite[], signal: AbortSignal): Promise<Result> {
    const written: string[] = [];
    for (const { register, words } of planned) {
      const answer = await this.#writeOne(register, words, signal);
      if (!answer.ok) return explainWrite(answer.failure, register.name, written);
      written.push(register.name);
    }
    void this.readNow();
    return { ok: true, value: { values: planned.map(({ named }) => named) } };
  }

  #writeOne({ type, offset }: ModbusRegister, words: readonly number[], signal: AbortSignal) {
    return type === 'coil'
      ? this.#modbus.writeCoil(offset, words[0] !== 0, { signal })
      : this.#modbus.writeRegisters(offset, words, { signal });
  }

  #unknown(name: string): Result {
    return failed(
      'outOfRange',
      `${this.#config.name} has no register '${name}'; add it to the device, or choose another`,
    );
  }
}
