import type { Clock } from '@cellwright/domain';
import type { RegisterValue } from '../../capabilities/registers.ts';
import { decodeRegisters, encodeRegisters, wordsOf } from '../../framework/register-format.ts';
import { RegisterSim } from '../../framework/register-sim.ts';
import type { SimDefinition } from '../../framework/sim.ts';
import type { ModbusException } from '../../transport/modbus.ts';
import { type ModbusRegister, type ModbusTCPServerConfig, modbusTCPServerContract } from './contract.ts';

export const modbusTCPServerSim: SimDefinition<typeof modbusTCPServerContract> = {
  contract: modbusTCPServerContract,
  create: (config, { clock }) => new ModbusTCPServerSim(config, clock),
};

interface Write {
  readonly offset: number;
  readonly values: readonly number[];
}

/** Has the registers of its configuration, all 0 at first, and no others. */
class ModbusTCPServerSim extends RegisterSim<'registers'> {
  readonly simulated;
  readonly #config: ModbusTCPServerConfig;
  readonly #tables = { holding: new Map<number, number>(), input: new Map<number, number>() };
  readonly #writes: Write[] = [];

  constructor(config: ModbusTCPServerConfig, clock: Clock) {
    super(config.unitID, clock);
    this.#config = config;
    for (const register of config.registers) this.#put(register, new Array<number>(wordsOf(register.format)).fill(0));
    this.simulated = {
      registers: {
        get: (id: string) => this.#get(id),
        set: (id: string, value: RegisterValue) => this.#set(id, value),
        writes: this.#writes,
      },
    };
  }

  read(offset: number, count: number, table: 'holding' | 'input'): readonly number[] | ModbusException {
    const words = Array.from({ length: count }, (_, index) => this.#tables[table].get(offset + index));
    const known = words.filter((word) => word !== undefined);
    return known.length === count ? known : 'illegalAddress';
  }

  write(offset: number, values: readonly number[]): undefined | ModbusException {
    const { holding } = this.#tables;
    if (values.some((_, index) => !holding.has(offset + index))) return 'illegalAddress';
    this.record(this.#writes, { offset, values });
    values.forEach((value, index) => void holding.set(offset + index, value));
    return undefined;
  }

  #get(id: string): RegisterValue {
    const register = this.#find(id);
    const count = wordsOf(register.format);
    const words = Array.from(
      { length: count },
      (_, index) => this.#tableOf(register).get(register.offset + index) ?? 0,
    );
    return decodeRegisters(words, register.format, this.#config) ?? 0;
  }

  #set(id: string, value: RegisterValue): void {
    const register = this.#find(id);
    const words = encodeRegisters(value, register.format, this.#config);
    if (!words) throw new Error(`register ${id} cannot hold ${value}`);
    this.#put(register, words);
  }

  #put(register: ModbusRegister, words: readonly number[]): void {
    words.forEach((word, index) => void this.#tableOf(register).set(register.offset + index, word));
  }

  #tableOf({ type }: ModbusRegister): Map<number, number> {
    return type === 'inputRegister' ? this.#tables.input : this.#tables.holding;
  }

  #find(id: string): ModbusRegister {
    const register = this.#config.registers.find((each) => each.id === id);
    if (!register) throw new Error(`no register ${id}`);
    return register;
  }
}
