/** Code of each exception on the wire. */
export const exceptionCodes = {
  illegalFunction: 1,
  illegalAddress: 2,
  illegalValue: 3,
  deviceFailure: 4,
  acknowledge: 5,
  busy: 6,
  gatewayPath: 0x0a,
  gatewayTarget: 0x0b,
} as const;

/** Answer to a request for missing registers or with invalid values. */
export type ModbusException = keyof typeof exceptionCodes;

/** The registers behind a server. A write that is refused changes nothing. */
export interface RegisterBank {
  /** Function 3 reads holding registers, function 4 input registers; a device may have one bank for both. */
  read(offset: number, count: number, table: 'holding' | 'input'): readonly number[] | ModbusException;
  write(offset: number, values: readonly number[]): undefined | ModbusException;
  /** Functions 1 and 2; a device without it has neither coils nor discrete inputs. */
  readBits?(offset: number, count: number, table: 'coil' | 'discrete'): readonly boolean[] | ModbusException;
  /** Functions 5 and 15. */
  writeCoils?(offset: number, values: readonly boolean[]): undefined | ModbusException;
}

export const functionCodes = {
  readCoils: 1,
  readDiscrete: 2,
  readHolding: 3,
  readInput: 4,
  writeCoil: 5,
  writeSingle: 6,
  writeCoils: 15,
  writeMultiple: 16,
  readWriteMultiple: 23,
} as const;

const writing: ReadonlySet<number> = new Set([
  functionCodes.writeCoil,
  functionCodes.writeSingle,
  functionCodes.writeCoils,
  functionCodes.writeMultiple,
  functionCodes.readWriteMultiple,
]);

export function isWriteFunction(functionCode: number): boolean {
  return writing.has(functionCode);
}
