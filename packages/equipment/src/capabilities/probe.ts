import type { ProbedValues, ProbeRequest, RegisterTable } from '@cellwright/domain';
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
  /** For the operator: what is wrong and what to do next. */
  readonly message: string;
}

export interface ProbeDevice {
  /** Reads places whether or not the configuration names them. Changes nothing, never rejects. */
  probe(request: ProbeRequest, signal: AbortSignal): Promise<ProbeResult>;
}

export interface ProbeDescription {
  readonly tables: readonly RegisterTable[];
}

/** What a test does to places of a simulated device, and what it was asked. */
export interface SimulatedProbe {
  /** Makes places, or changes them: registers 0..65535, bits 0 or 1. */
  put(table: RegisterTable, offset: number, values: readonly number[]): void;
}

export const probeCapability: Capability<ProbeDevice, ProbeDescription, SimulatedProbe> = {
  label: 'device whose registers can be looked at',
};

export function isBitTable(table: RegisterTable): boolean {
  return table === 'coil' || table === 'discreteInput';
}

/** A place read in one way. `value` is undefined where the next place is missing, or a float is no number. */
export interface Decoding {
  readonly format: RegisterFormat;
  readonly order: ByteOrder;
  readonly value: number | boolean | undefined;
}

const wholeFormats = ['uint16', 'int16'] as const;
const doubleFormats = ['uint32', 'int32', 'float32'] as const;
/** One register has no second one to be swapped with. */
const wholeOrders = ['ABCD', 'BADC'] as const;
const ways: readonly Pick<Decoding, 'format' | 'order'>[] = [
  ...wholeFormats.flatMap((format) => wholeOrders.map((order) => ({ format, order }))),
  ...doubleFormats.flatMap((format) => byteOrders.map((order) => ({ format, order }))),
];

/** The ways in which a place of a table can be read, in the order that `decodeEveryWay` answers in. */
export function decodingsOf(table: RegisterTable): readonly Pick<Decoding, 'format' | 'order'>[] {
  return isBitTable(table) ? [{ format: 'boolean', order: 'ABCD' }] : ways;
}

/** What the place at an index could mean, in every format and order. */
export function decodeEveryWay(table: RegisterTable, values: ProbedValues, index: number): readonly Decoding[] {
  return decodingsOf(table).map(({ format, order }) => {
    const words = values.slice(index, index + wordsOf(format)).filter((word) => word !== null);
    const isWhole = words.length === wordsOf(format);
    return { format, order, value: isWhole ? decodeRegisters(words, format, namedOrders[order]) : undefined };
  });
}
