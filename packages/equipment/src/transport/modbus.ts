/** A Modbus device as drivers see it: registers to read and write, and failures as values. */
import type { Socket } from 'node:net';

export interface ModbusTarget {
  readonly host: string;
  readonly port: number;
  readonly unitID: number;
  /** Milliseconds a connection may take. */
  readonly connectTimeoutMS: number;
  /** Milliseconds an answer may take, from the moment the request is sent. */
  readonly timeoutMS: number;
}

export interface ModbusFailure {
  readonly kind:
    | 'unreachable'
    | 'timeout'
    | 'connectionLost'
    /** The device answered with an exception code. */
    | 'refused'
    /** The peer does not speak Modbus as it should. */
    | 'invalidAnswer'
    /** The request's signal aborted before it was sent. */
    | 'aborted';
  /** False: the device cannot have seen the request. True: it may have. */
  readonly wasSent: boolean;
  readonly message: string;
}

export type ModbusResult<T = undefined> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: ModbusFailure };

export interface ModbusRequestOptions {
  /** Aborting keeps a request that was not sent yet from ever being sent. */
  readonly signal?: AbortSignal;
  /** Sent at once, ahead of requests that wait and beside the one that is under way: for stops. */
  readonly urgent?: boolean;
}

/**
 * One device over one connection, opened when first needed and again after a loss. Requests go one at a time, in
 * order. Nothing is ever sent twice. No call rejects.
 */
export interface ModbusTransport {
  /** Function 3: `count` registers from `offset` (0-based), 0..65535 each. */
  readHoldingRegisters(
    offset: number,
    count: number,
    options?: ModbusRequestOptions,
  ): Promise<ModbusResult<readonly number[]>>;
  /** Function 4: the same of input registers. */
  readInputRegisters(
    offset: number,
    count: number,
    options?: ModbusRequestOptions,
  ): Promise<ModbusResult<readonly number[]>>;
  /** Function 16: all values in one request, so that the device sees them together. */
  writeRegisters(offset: number, values: readonly number[], options?: ModbusRequestOptions): Promise<ModbusResult>;
  close(): Promise<void>;
}

/** Begins to connect; the socket connects, or fails with a message for the operator. */
export type OpenSocket = (target: { readonly host: string; readonly port: number }) => Socket;

export type OpenModbus = (target: ModbusTarget) => ModbusTransport;

/** What a request for registers that are not there, or values that are not allowed, is answered with. */
export type ModbusException = 'illegalAddress' | 'illegalValue' | 'deviceFailure';

/** The registers behind a server. */
export interface RegisterBank {
  /** Function 3 reads holding registers, function 4 input registers; a device may have one bank for both. */
  read(offset: number, count: number, table: 'holding' | 'input'): readonly number[] | ModbusException;
  write(offset: number, values: readonly number[]): undefined | ModbusException;
}
