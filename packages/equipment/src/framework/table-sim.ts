import type { RegisterTable } from '@cellwright/domain/equipment';
import type { CapabilityName } from '../capabilities/index.ts';
import type { ModbusException } from '../transport/modbus.ts';
import { RegisterSim } from './register-sim.ts';

/** A simulated device with all four Modbus tables. It has only the addresses that were defined; a bit is 0 or 1. */
export abstract class TableSim<Names extends CapabilityName> extends RegisterSim<Names> {
  readonly #tables: Record<RegisterTable, Map<number, number>> = {
    holdingRegister: new Map(),
    inputRegister: new Map(),
    coil: new Map(),
    discreteInput: new Map(),
  };

  /** Called after a client has written words, which are already stored. */
  protected abstract written(table: RegisterTable, offset: number, words: readonly number[]): void;

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

  writeCoils(offset: number, values: readonly boolean[]): undefined | ModbusException {
    if (!this.#has('coil', offset, values.length)) return 'illegalAddress';
    values.forEach((value, index) => void this.#writeTo('coil', offset + index, [Number(value)]));
    return undefined;
  }

  protected put(table: RegisterTable, offset: number, words: readonly number[]): void {
    words.forEach((word, index) => void this.#tables[table].set(offset + index, word));
  }

  /** Returns the words at an address; 0 if there are none. */
  protected wordsAt(table: RegisterTable, offset: number, count: number): number[] {
    return Array.from({ length: count }, (_, index) => this.#tables[table].get(offset + index) ?? 0);
  }

  #readFrom(table: RegisterTable, offset: number, count: number): readonly number[] | ModbusException {
    return this.#has(table, offset, count) ? this.wordsAt(table, offset, count) : 'illegalAddress';
  }

  #writeTo(table: RegisterTable, offset: number, words: readonly number[]): undefined | ModbusException {
    if (!this.#has(table, offset, words.length)) return 'illegalAddress';
    this.put(table, offset, words);
    this.written(table, offset, words);
    return undefined;
  }

  #has(table: RegisterTable, offset: number, count: number): boolean {
    return Array.from({ length: count }, (_, index) => offset + index).every((at) => this.#tables[table].has(at));
  }
}
