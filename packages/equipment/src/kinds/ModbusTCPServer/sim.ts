import type { Clock, RegisterTable } from '@cellwright/domain';
import type { RegisterValue } from '../../capabilities/registers.ts';
import { decodeRegisters, encodeRegisters, wordsOf } from '../../framework/register-format.ts';
import { RegisterSim } from '../../framework/register-sim.ts';
import type { SimDefinition } from '../../framework/sim.ts';
import type { ModbusException } from '../../transport/modbus.ts';
import { type ModbusRegister, type ModbusTCPServerConfig, modbusTCPServerContract, orderOf } from './contract.ts';

export const modbusTCPServerSim: SimDefinition<typeof modbusTCPServerContract> = {
  contract: modbusTCPServerContract,
  create: (config, { clock }) => new ModbusTCPServerSim(config, clock),
};

interface Write {
  readonly offset: number;
  readonly values: readonly number[];
}

/** Has the registers of its configuration, all 0 at first, and no others. A bit is kept as 0 or 1. */
class ModbusTCPServerSim extends RegisterSim<'registers' | 'probe'> {
  readonly simulated;
  readonly #config: ModbusTCPServerConfig;
  readonly #tables: Record<RegisterTable, Map<number, number>> = {
    holdingRegister: new Map(),
    inputRegister: new Map(),
    coil: new Map(),
    discreteInput: new Map(),
  };
  readonly #writes: Write[] = [];

  constructor(config: ModbusTCPServerConfig, clock: Clock) {
    super(config.unitID, clock);
    this.#config = config;
    for (const { type, offset, format } of config.registers)
      this.#put(type, offset, new Array<number>(wordsOf(format)).fill(0));
    this.simulated = {
      registers: {
        get: (id: string) => this.#get(id),
        set: (id: string, value: RegisterValue) => this.#set(id, value),
        writes: this.#writes,
      },
      probe: {
        put: (table: RegisterTable, offset: number, values: readonly number[]) => this.#put(table, offset, values),
      },
    };
  }

  read(offset: number, count: number, table: 'holding' | 'input'): readonly number[] | ModbusException {
    return this.#readFrom(table === 'holding' ? 'holdingRegister' : 'inputRegister', offset, count);
  }

  readBits(offset: number, count: number, table: 'coil' | 'discrete'): readonly boolean[] | ModbusException {
    const bits = this.#readFrom(table === 'coil' ? 'coil' : 'discreteInput', offset, count);
    return typeof bits === 'string' ? bits : bits.map((bit) => bit !== 0);
  }

  write(offset: number, values: readonly number[]): undefined | ModbusException {
    return this.#writeTo('holdingRegister', offset, values);
  }

  writeCoil(offset: number, value: boolean): undefined | ModbusException {
    return this.#writeTo('coil', offset, [Number(value)]);
  }

  #readFrom(table: RegisterTable, offset: number, count: number): readonly number[] | ModbusException {
    const words = Array.from({ length: count }, (_, index) => this.#tables[table].get(offset + index));
    const known = words.filter((word) => word !== undefined);
    return known.length === count ? known : 'illegalAddress';
  }

  #writeTo(table: RegisterTable, offset: number, values: readonly number[]): undefined | ModbusException {
    const places = this.#tables[table];
    if (values.some((_, index) => !places.has(offset + index))) return 'illegalAddress';
    this.record(this.#writes, { offset, values });
    this.#put(table, offset, values);
    return undefined;
  }

  #get(id: string): RegisterValue {
    const register = this.#find(id);
    const { type, offset, format } = register;
    const words = Array.from({ length: wordsOf(format) }, (_, index) => this.#tables[type].get(offset + index) ?? 0);
    return decodeRegisters(words, format, orderOf(register, this.#config)) ?? 0;
  }

  #set(id: string, value: RegisterValue): void {
    const register = this.#find(id);
    const words = encodeRegisters(value, register.format, orderOf(register, this.#config));
    if (!words) throw new Error(`register ${id} cannot hold ${value}`);
    this.#put(register.type, register.offset, words);
  }

  #put(table: RegisterTable, offset: number, words: readonly number[]): void {
    words.forEach((word, index) => void this.#tables[table].set(offset + index, word));
  }

  #find(id: string): ModbusRegister {
    const register = this.#config.registers.find((each) => each.id === id);
    if (!register) throw new Error(`no register ${id}`);
    return register;
  }
}
