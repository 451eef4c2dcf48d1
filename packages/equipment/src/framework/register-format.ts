/** Encoding of registers: the formats of values, and the orders in which devices send bytes and words. */

import { type ByteOrder, byteOrders } from './double-words.ts';

export { type ByteOrder, byteOrders };
export const registerFormats = ['uint16', 'int16', 'uint32', 'int32', 'float32', 'boolean'] as const;
export type RegisterFormat = (typeof registerFormats)[number];

export const registerOrders = ['bigEndian', 'littleEndian'] as const;
/**
 * Order of bytes within a register, and of registers within a value of two: ABCD is both big-endian, CDAB has the words
 * swapped, BADC the bytes, DCBA both.
 */
export interface RegisterOrder {
  readonly byteOrder: (typeof registerOrders)[number];
  readonly wordOrder: (typeof registerOrders)[number];
}

/** Orders named by the bytes as they arrive: A is the most significant byte of a value. */
export const namedOrders = {
  ABCD: { byteOrder: 'bigEndian', wordOrder: 'bigEndian' },
  CDAB: { byteOrder: 'bigEndian', wordOrder: 'littleEndian' },
  BADC: { byteOrder: 'littleEndian', wordOrder: 'bigEndian' },
  DCBA: { byteOrder: 'littleEndian', wordOrder: 'littleEndian' },
} as const satisfies Record<ByteOrder, RegisterOrder>;

/** Returns the number of registers of a value. */
export function wordsOf(format: RegisterFormat): 1 | 2 {
  return format === 'uint32' || format === 'int32' || format === 'float32' ? 2 : 1;
}

/** Decodes a value from registers (0..65535 each, as received). A float that is not a number is `undefined`. */
export function decodeRegisters(
  words: readonly number[],
  format: RegisterFormat,
  order: RegisterOrder,
): number | boolean | undefined {
  const view = new DataView(new ArrayBuffer(4));
  arrange(words, order).forEach((word, index) => void view.setUint16(2 * index, word));
  switch (format) {
    case 'boolean':
      return view.getUint16(0) !== 0;
    case 'uint16':
      return view.getUint16(0);
    case 'int16':
      return view.getInt16(0);
    case 'uint32':
      return view.getUint32(0);
    case 'int32':
      return view.getInt32(0);
    case 'float32': {
      const value = view.getFloat32(0);
      return Number.isFinite(value) ? value : undefined;
    }
  }
}

/** Encodes a value in registers; undefined if the format cannot hold it. Floats are rounded to 32 bits. */
export function encodeRegisters(
  value: number | boolean,
  format: RegisterFormat,
  order: RegisterOrder,
): readonly number[] | undefined {
  const number = Number(value);
  const range = ranges[format];
  const isWhole = format === 'float32' || Number.isInteger(number);
  if (!isWhole || !(number >= range.minimum && number <= range.maximum)) return undefined;
  const view = new DataView(new ArrayBuffer(4));
  if (format === 'float32') view.setFloat32(0, number);
  else if (wordsOf(format) === 2) view.setUint32(0, number);
  else view.setUint16(0, number);
  const words = Array.from({ length: wordsOf(format) }, (_, index) => view.getUint16(2 * index));
  return arrange(words, order);
}

const largestFloat = 3.4028234663852886e38;
/** Range of each format. */
export const ranges: Readonly<Record<RegisterFormat, { readonly minimum: number; readonly maximum: number }>> = {
  uint16: { minimum: 0, maximum: 65_535 },
  int16: { minimum: -32_768, maximum: 32_767 },
  uint32: { minimum: 0, maximum: 4_294_967_295 },
  int32: { minimum: -2_147_483_648, maximum: 2_147_483_647 },
  float32: { minimum: -largestFloat, maximum: largestFloat },
  boolean: { minimum: 0, maximum: 1 },
};

/** Converts between the order of the wire and ABCD; the same operation both ways. */
function arrange(words: readonly number[], { byteOrder, wordOrder }: RegisterOrder): number[] {
  const ordered = wordOrder === 'littleEndian' ? [...words].reverse() : [...words];
  return byteOrder === 'littleEndian' ? ordered.map((word) => ((word & 0xff) << 8) | (word >> 8)) : ordered;
}
