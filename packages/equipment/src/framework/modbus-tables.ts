import type { RegisterTable } from '@cellwright/domain/equipment';
import type { ModbusRequestOptions, ModbusResult, ModbusTransport } from '../transport/modbus.ts';

/** Reads `count` addresses of a table from `offset` on, each as a number: a bit is 0 or 1. */
export async function readTable(
  modbus: ModbusTransport,
  table: RegisterTable,
  offset: number,
  count: number,
  options?: ModbusRequestOptions,
): Promise<ModbusResult<readonly number[]>> {
  switch (table) {
    case 'holdingRegister':
      return modbus.readHoldingRegisters(offset, count, options);
    case 'inputRegister':
      return modbus.readInputRegisters(offset, count, options);
    case 'coil':
      return asNumbers(await modbus.readCoils(offset, count, options));
    case 'discreteInput':
      return asNumbers(await modbus.readDiscreteInputs(offset, count, options));
  }
}

function asNumbers(answer: ModbusResult<readonly boolean[]>): ModbusResult<readonly number[]> {
  return answer.ok ? { ok: true, value: answer.value.map(Number) } : answer;
}
