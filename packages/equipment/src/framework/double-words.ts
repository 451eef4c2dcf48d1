/**
 * Byte orders of 32-bit numbers in two registers: A is the most significant byte, and each order lists the bytes as
 * they arrive.
 */
export const byteOrders = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const;
export type ByteOrder = (typeof byteOrders)[number];

/** Encodes a 32-bit number, signed or not, in two registers. */
export function encodeDoubleWord(value: number, order: ByteOrder): readonly [number, number] {
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setInt32(0, value | 0);
  const at = (index: number) => bytes.getUint8(order.charCodeAt(index) - 65);
  return [(at(0) << 8) | at(1), (at(2) << 8) | at(3)];
}

/** Decodes a signed 32-bit number from two registers. */
export function decodeDoubleWord(first: number, second: number, order: ByteOrder): number {
  const bytes = new DataView(new ArrayBuffer(4));
  const arrived = [first >> 8, first & 0xff, second >> 8, second & 0xff];
  arrived.forEach((byte, index) => void bytes.setUint8(order.charCodeAt(index) - 65, byte));
  return bytes.getInt32(0);
}
