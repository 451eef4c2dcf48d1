/** Positions in an assembly: a bit as byte and bit, a word as its first byte; words are little-endian. */
import * as z from 'zod';

/** Position of a signal that the machine does not have. */
export const notThere = 'none';

const bitHelp = "Byte and bit, for example 0.3, or 'none'";
const wordHelp = "First of two bytes, or 'none'";

export const bitField = (label: string, fallback: string) =>
  z
    .string()
    .regex(/^(none|\d{1,3}\.[0-7])$/, `Enter byte and bit, for example 0.3, or '${notThere}'`)
    .default(fallback)
    .meta({ label, help: bitHelp });

export const wordField = (label: string, fallback: string) =>
  z
    .string()
    .regex(/^(none|\d{1,3})$/, `Enter the number of the first byte, or '${notThere}'`)
    .default(fallback)
    .meta({ label, help: wordHelp });

/** Fields of the assembly to the machine. */
export const outputPositions = {
  weldStart: 'bit',
  gas: 'bit',
  errorReset: 'bit',
  wireStuckCheck: 'bit',
  processWord: 'word',
  wireSpeedWord: 'word',
  voltageWord: 'word',
  arcLengthWord: 'word',
  arcControlWord: 'word',
} as const;

/** Fields of the assembly from the machine. */
export const inputPositions = {
  arcEstablished: 'bit',
  powerSourceReady: 'bit',
  machineFault: 'bit',
  wireStuck: 'bit',
  touchDetected: 'bit',
  voltageRead: 'word',
  currentRead: 'word',
  wireSpeedRead: 'word',
} as const;

type OutputField = keyof typeof outputPositions;
type InputField = keyof typeof inputPositions;

/** Bits of an assembly that a field occupies, counted from its first bit. */
export function bitsOf(position: string, type: 'bit' | 'word'): readonly number[] {
  if (position === notThere) return [];
  if (type === 'word') return Array.from({ length: 16 }, (_, bit) => Number(position) * 8 + bit);
  const [byte = 0, bit = 0] = position.split('.').map(Number);
  return [byte * 8 + bit];
}

/** True if the bit is set; false for a position that the machine does not have. */
export function readBit(image: Uint8Array, position: string): boolean {
  const [at] = bitsOf(position, 'bit');
  return at !== undefined && ((image[at >> 3] ?? 0) & (1 << (at & 7))) !== 0;
}

export function writeBit(image: Uint8Array, position: string, isOn: boolean): void {
  const [at] = bitsOf(position, 'bit');
  if (at === undefined) return;
  const byte = image[at >> 3] ?? 0;
  image[at >> 3] = isOn ? byte | (1 << (at & 7)) : byte & ~(1 << (at & 7));
}

/** Returns the unsigned word; 0 for a position that the machine does not have. */
export function readWord(image: Uint8Array, position: string): number {
  if (position === notThere) return 0;
  const at = Number(position);
  return (image[at] ?? 0) + 256 * (image[at + 1] ?? 0);
}

/** Writes the word, rounded, in two's complement. */
export function writeWord(image: Uint8Array, position: string, value: number): void {
  if (position === notThere) return;
  const at = Number(position);
  const word = Math.round(value) & 0xffff;
  image[at] = word & 0xff;
  image[at + 1] = word >> 8;
}

export const isOutputField = (name: string): name is OutputField => name in outputPositions;
export const isInputField = (name: string): name is InputField => name in inputPositions;
