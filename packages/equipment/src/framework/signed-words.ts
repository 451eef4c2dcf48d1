/** Encodes a signed 16-bit number in a register, as two's complement. */
export function toUnsigned(value: number): number {
  return value & 0xffff;
}

export function toSigned(word: number): number {
  return word > 0x7fff ? word - 0x1_0000 : word;
}
