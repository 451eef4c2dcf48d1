/** Positions in an assembly: a bit as byte and bit, a word as its first byte; words are little-endian. */
import * as z from 'zod';

/** Position of a signal that the machine does not have. */
export const notThere = 'none';

/** True if the machine has the signal or value at this position. */
export const isThere = (position: string | undefined) => position !== undefined && position !== notThere;

const unused = "Byte and bit, or 'none'. Not used by the Weld step";
const keptOff = "Byte and bit, or 'none'. Kept off during a weld";

/** Bits and words of the assembly to the machine, with their labels. */
const outputPositions = {
  weldStart: { type: 'bit', label: 'To the machine: weld start' },
  robotReady: { type: 'bit', label: 'To the machine: robot ready' },
  gas: { type: 'bit', label: 'To the machine: gas' },
  wireInch: { type: 'bit', label: 'To the machine: wire inch', help: unused },
  wireRetract: { type: 'bit', label: 'To the machine: wire retract', help: unused },
  errorReset: { type: 'bit', label: 'To the machine: error reset' },
  touchSense: { type: 'bit', label: 'To the machine: touch sensing', help: keptOff },
  wireStuckCheck: { type: 'bit', label: 'To the machine: wire-stuck check' },
  processWord: { type: 'word', label: 'To the machine: process' },
  wireSpeedWord: { type: 'word', label: 'To the machine: wire speed' },
  voltageWord: { type: 'word', label: 'To the machine: voltage' },
  arcLengthWord: { type: 'word', label: 'To the machine: arc length' },
  arcControlWord: { type: 'word', label: 'To the machine: arc control' },
  scheduleWord: { type: 'word', label: 'To the machine: schedule' },
} as const;

/** Bits and words of the assembly from the machine, with their labels. */
const inputPositions = {
  arcEstablished: { type: 'bit', label: 'From the machine: arc established' },
  powerSourceReady: { type: 'bit', label: 'From the machine: power source ready' },
  currentFlow: { type: 'bit', label: 'From the machine: current flow' },
  machineFault: { type: 'bit', label: 'From the machine: machine fault' },
  wireStuck: { type: 'bit', label: 'From the machine: wire stuck' },
  touchDetected: { type: 'bit', label: 'From the machine: touch detected' },
  errorNumber: { type: 'word', label: 'From the machine: error number' },
  voltageRead: { type: 'word', label: 'From the machine: voltage' },
  currentRead: { type: 'word', label: 'From the machine: current' },
  wireSpeedRead: { type: 'word', label: 'From the machine: wire speed' },
} as const;

export const positions = { ...outputPositions, ...inputPositions };
export type PositionName = keyof typeof positions;
/** Positions of a machine; absent: the kind has no such signal or value. */
export type AssemblyPositions = Readonly<Partial<Record<PositionName, string>>>;

interface Position {
  readonly type: 'bit' | 'word';
  readonly label: string;
  /** Instead of that of all bits. */
  readonly help?: string;
}

interface Entry {
  readonly pattern: RegExp;
  readonly message: string;
  readonly help: string;
}
const entries: Readonly<Record<'bit' | 'word', Entry>> = {
  bit: {
    pattern: /^(none|\d{1,3}\.[0-7])$/,
    message: `Enter byte and bit, for example 0.3, or '${notThere}'`,
    help: "Byte and bit, for example 0.3, or 'none'",
  },
  word: {
    pattern: /^(none|\d{1,3})$/,
    message: `Enter the number of the first byte, or '${notThere}'`,
    help: "First of two bytes, or 'none'",
  },
};

type PositionField = ReturnType<typeof positionField>;

/** Returns a field for each position that a machine has, with its factory setting. */
export function positionFields<Name extends PositionName>(
  factorySettings: Readonly<Record<Name, string>>,
): Record<Name, PositionField>;
export function positionFields(factorySettings: Readonly<Record<string, string>>): Record<string, PositionField> {
  const known = Object.entries(positions).flatMap(([name, position]) => {
    const fallback = factorySettings[name];
    return fallback === undefined ? [] : [[name, positionField(position, fallback)] as const];
  });
  return Object.fromEntries(known);
}

/** Returns the field for the position of a signal or a value. */
function positionField({ type, label, help: ownHelp }: Position, fallback: string) {
  const { pattern, message, help } = entries[type];
  return z
    .string()
    .regex(pattern, message)
    .default(fallback)
    .meta({ label, help: ownHelp ?? help });
}

const overlaps = 'This position already has another meaning';
const isBeyond = 'This position is beyond the end of the assembly';

export interface PositionProblem {
  readonly field: string;
  readonly message: string;
}

/** Returns the positions that are beyond the end of their assembly, or that another signal or value has. */
export function findPositionProblems(
  config: AssemblyPositions & { readonly inputSize: number; readonly outputSize: number },
): readonly PositionProblem[] {
  return [
    ...findOverlaps(outputPositions, config, config.outputSize),
    ...findOverlaps(inputPositions, config, config.inputSize),
  ];
}

function findOverlaps(
  fields: Readonly<Record<string, Position>>,
  config: Readonly<Record<string, unknown>>,
  size: number,
): readonly PositionProblem[] {
  const problems: PositionProblem[] = [];
  const seen = new Set<number>();
  for (const [field, { type }] of Object.entries(fields)) {
    const bits = bitsOf(String(config[field] ?? notThere), type);
    const message = bits.some((bit) => bit >= size * 8) ? isBeyond : bits.some((bit) => seen.has(bit)) && overlaps;
    if (message) problems.push({ field, message });
    for (const bit of bits) seen.add(bit);
  }
  return problems;
}

/** Returns the bits of an assembly that a field occupies, counted from its first bit. */
function bitsOf(position: string, type: 'bit' | 'word'): readonly number[] {
  if (position === notThere) return [];
  if (type === 'word') return Array.from({ length: 16 }, (_, bit) => Number(position) * 8 + bit);
  const [byte = 0, bit = 0] = position.split('.').map(Number);
  return [byte * 8 + bit];
}

/** True if the bit is set; false for a position that the machine does not have. */
export function readBit(image: Uint8Array, position = notThere): boolean {
  const [at] = bitsOf(position, 'bit');
  return at !== undefined && ((image[at >> 3] ?? 0) & (1 << (at & 7))) !== 0;
}

export function writeBit(image: Uint8Array, position: string | undefined, isOn: boolean): void {
  const [at] = bitsOf(position ?? notThere, 'bit');
  if (at === undefined) return;
  const byte = image[at >> 3] ?? 0;
  image[at >> 3] = isOn ? byte | (1 << (at & 7)) : byte & ~(1 << (at & 7));
}

/** Returns the unsigned word; 0 for a position that the machine does not have. */
export function readWord(image: Uint8Array, position = notThere): number {
  if (position === notThere) return 0;
  const at = Number(position);
  return (image[at] ?? 0) + 256 * (image[at + 1] ?? 0);
}

/** Writes the word, rounded, in two's complement. */
export function writeWord(image: Uint8Array, position: string | undefined, value: number): void {
  if (position === undefined || position === notThere) return;
  const at = Number(position);
  const word = Math.round(value) & 0xffff;
  image[at] = word & 0xff;
  image[at + 1] = word >> 8;
}
