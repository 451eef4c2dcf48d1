/** A Modbus device as drivers see it: registers to read and write, and failures as values. */

import type { RegisterBank } from '@cellwright/modbus';
import type { ConnectingTarget } from './connecting.ts';

export { exceptionCodes, type ModbusException, type RegisterBank } from '@cellwright/modbus';

export interface ModbusTarget extends ConnectingTarget {
  readonly unitID: number;
  /** Time limit of an answer from the moment the request is sent, ms. */
  readonly timeoutMS: number;
  /** Functions that write the device; default 16 and 5. */
  readonly writeFunctions?: WriteFunctions | undefined;
}

/** Function 16 or 6 for registers, function 5 or 15 for coils: some devices support only one of each. */
export interface WriteFunctions {
  readonly registers: 'multiple' | 'single';
  readonly coils: 'single' | 'multiple';
}

export interface ModbusFailure {
  readonly kind:
    | 'unreachable'
    | 'timeout'
    | 'connectionLost'
    /** The device answered with an exception code: it does not support the request. */
    | 'refused'
    /** The device answered that it is busy; nothing was done. */
    | 'busy'
    /** The peer does not speak proper Modbus. */
    | 'invalidAnswer'
    /** The request's signal aborted before it was sent. */
    | 'aborted';
  /** False: the device cannot have seen the request. True: it may have. */
  readonly wasSent: boolean;
  readonly message: string;
  /** The exception code that the device or its gateway answered with, 1 to 255. */
  readonly exception?: number | undefined;
}

export type ModbusResult<T = undefined> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: ModbusFailure };

export interface ModbusRequestOptions {
  /** Aborting prevents a request that was not sent yet from ever being sent. */
  readonly signal?: AbortSignal;
  /** Sent immediately, ahead of waiting requests and beside the one in progress: for stops. */
  readonly urgent?: boolean;
}

/**
 * One device over one connection, opened when first needed and again after a loss. Requests are sent one at a time, in
 * order. Requests to a busy device are retried for a second; a request that may have been carried out is never sent
 * twice. No call rejects.
 */
export interface ModbusTransport {
  /** Function 3: reads `count` registers from `offset` (0-based), 0..65535 each. */
  readHoldingRegisters(
    offset: number,
    count: number,
    options?: ModbusRequestOptions,
  ): Promise<ModbusResult<readonly number[]>>;
  /** Function 4: reads input registers in the same way. */
  readInputRegisters(
    offset: number,
    count: number,
    options?: ModbusRequestOptions,
  ): Promise<ModbusResult<readonly number[]>>;
  /** Function 1: reads `count` coils from `offset` (0-based). */
  readCoils(offset: number, count: number, options?: ModbusRequestOptions): Promise<ModbusResult<readonly boolean[]>>;
  /** Function 2: reads discrete inputs in the same way. */
  readDiscreteInputs(
    offset: number,
    count: number,
    options?: ModbusRequestOptions,
  ): Promise<ModbusResult<readonly boolean[]>>;
  /** Function 5, or 15 for a device that supports only that: writes one coil. */
  writeCoil(offset: number, value: boolean, options?: ModbusRequestOptions): Promise<ModbusResult>;
  /**
   * Function 16: writes all values in one request, so that the device receives them together. Function 6 for a device
   * that supports only that: one register after the other.
   */
  writeRegisters(offset: number, values: readonly number[], options?: ModbusRequestOptions): Promise<ModbusResult>;
  close(): Promise<void>;
}

export type OpenModbus = (target: ModbusTarget) => ModbusTransport;

/** Returns a bank with the bytes of each register swapped. */
export function withSwappedBytes(bank: RegisterBank): RegisterBank {
  return {
    read(offset, count, table) {
      const words = bank.read(offset, count, table);
      return typeof words === 'string' ? words : words.map((word) => ((word & 0xff) << 8) | ((word >> 8) & 0xff));
    },
    write: (offset, values) => bank.write(offset, values),
    ...(bank.readBits && { readBits: bank.readBits.bind(bank) }),
    ...(bank.writeCoils && { writeCoils: bank.writeCoils.bind(bank) }),
  };
}
