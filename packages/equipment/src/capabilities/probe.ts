import type { ProbedValues, ProbeRequest, RegisterTable } from '@cellwright/domain/equipment';
import {
  type ByteOrder,
  byteOrders,
  decodeRegisters,
  namedOrders,
  type RegisterFormat,
  wordsOf,
} from '../framework/register-format.ts';
import type { Capability } from './capability.ts';

export type ProbeResult =
  | { readonly ok: true; readonly values: ProbedValues }
  | { readonly ok: false; readonly failure: ProbeFailure };

export interface ProbeFailure {
  /** `refused`: the device answered with an exception. */
  readonly reason: 'unreachable' | 'timeout' | 'busy' | 'refused' | 'invalidAnswer' | 'stopped';
  /** Message for the operator: what is wrong and what to do next. */
  readonly message: string;
}

export interface ProbeDevice {
  /** Reads addresses, whether or not the configuration names them. Changes nothing, never rejects. */
  probe(request: ProbeRequest, signal: AbortSignal): Promise<ProbeResult>;
}

export interface ProbeDescription {
  readonly tables: readonly RegisterTable[];
}

/** Controls of the addresses of a simulated device, for tests. */
export interface SimulatedProbe {
  /** Creates or changes addresses: registers 0..65535, bits 0 or 1. */
  put(table: RegisterTable, offset: number, values: readonly number[]): void;
}

export const probeCapability: Capability<ProbeDevice, ProbeDescription, SimulatedProbe> = {
  label: 'device whose registers can be looked at',
};

export function isBitTable(table: RegisterTable): boolean {
  return table === 'coil' || table === 'discreteInput';
}

/** One interpretation of an address. `value` is undefined if the next address is missing or a float is not a number. */
export interface Decoding {
  readonly format: RegisterFormat;
  readonly order: ByteOrder;
  readonly value: number | boolean | undefined;
}

const wholeFormats = ['uint16', 'int16'] as const;
const doubleFormats = ['uint32', 'int32', 'float32'] as const;
/** Orders of a single register, which has no second word to swap. */
const wholeOrders = ['ABCD', 'BADC'] as const;
const ways: readonly Pick<Decoding, 'format' | 'order'>[] = [
  ...wholeFormats.flatMap((format) => wholeOrders.map((order) => ({ format, order }))),
  ...doubleFormats.flatMap((format) => byteOrders.map((order) => ({ format, order }))),
];

/** Returns the ways in which an address of a table can be read, in the order of `decodeEveryWay`. */
export function decodingsOf(table: RegisterTable): readonly Pick<Decoding, 'format' | 'order'>[] {
  return isBitTable(table) ? [{ format: 'boolean', order: 'ABCD' }] : ways;
}

/** Decodes the value at an index in every format and order. */
export function decodeEveryWay(table: RegisterTable, values: ProbedValues, index: number): readonly Decoding[] {
  return decodingsOf(table).map(({ format, order }) => {
    const words = values.slice(index, index + wordsOf(format)).filter((word) => word !== null);
    const isWhole = words.length === wordsOf(format);
    return { format, order, value: isWhole ? decodeRegisters(words, format, namedOrders[order]) : undefined };
  });
}
