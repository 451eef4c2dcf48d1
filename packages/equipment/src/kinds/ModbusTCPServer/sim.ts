import type { Clock } from '@cellwright/domain/basics';
import type { RegisterTable } from '@cellwright/domain/equipment';
import type { RegisterValue } from '../../capabilities/registers.ts';
import { decodeRegisters, encodeRegisters, wordsOf } from '../../framework/register-format.ts';
import type { SimDefinition } from '../../framework/sim.ts';
import { TableSim } from '../../framework/table-sim.ts';
import { type ModbusRegister, type ModbusTCPServerConfig, modbusTCPServerContract, orderOf } from './contract.ts';

export const modbusTCPServerSim: SimDefinition<typeof modbusTCPServerContract> = {
  contract: modbusTCPServerContract,
  create: (config, { clock }) => new ModbusTCPServerSim(config, clock),
};

interface Write {
  readonly offset: number;
  readonly values: readonly number[];
}

/** Has only the registers of its configuration, initially 0. */
class ModbusTCPServerSim extends TableSim<'registers' | 'probe'> {
  readonly simulated;
  readonly #config: ModbusTCPServerConfig;
  readonly #writes: Write[] = [];

  constructor(config: ModbusTCPServerConfig, clock: Clock) {
    super(config.unitID, clock);
    this.#config = config;
    for (const { type, offset, format } of config.registers)
      this.put(type, offset, new Array<number>(wordsOf(format)).fill(0));
    this.simulated = {
      registers: {
        get: (id: string) => this.#get(id),
        set: (id: string, value: RegisterValue) => this.#set(id, value),
        writes: this.#writes,
      },
      probe: {
        put: (table: RegisterTable, offset: number, values: readonly number[]) => this.put(table, offset, values),
      },
    };
  }

  protected written(_table: RegisterTable, offset: number, values: readonly number[]): void {
    this.record(this.#writes, { offset, values });
  }

  #get(id: string): RegisterValue {
    const register = this.#find(id);
    const { type, offset, format } = register;
    const words = this.wordsAt(type, offset, wordsOf(format));
    return decodeRegisters(words, format, orderOf(register, this.#config)) ?? 0;
  }

  #set(id: string, value: RegisterValue): void {
    const register = this.#find(id);
    const words = encodeRegisters(value, register.format, orderOf(register, this.#config));
    if (!words) throw new Error(`register ${id} cannot hold ${value}`);
    this.put(register.type, register.offset, words);
  }

  #find(id: string): ModbusRegister {
    const register = this.#config.registers.find((each) => each.id === id);
    if (!register) throw new Error(`no register ${id}`);
    return register;
  }
}
