/**
 * Registers of the Modbus server, derived from the parts of the assemblies: same names, same values. A part is one
 * register, a part of 32 bits is two, most significant first.
 */

import { type AssemblyPart, inputParts, lineCommandBits, outputParts, readPart } from './external-assemblies.ts';

export interface ExternalRegister {
  readonly part: AssemblyPart;
  /** Address of the first register, from 0. */
  readonly address: number;
  readonly wordCount: 1 | 2;
}

/** Holding registers from this address on repeat the input registers, for clients that read holding registers only. */
export const inputCopyAddress = 100;

/** Additional holding register of Modbus, whose connections have no owner by themselves. */
export const ownerPart: AssemblyPart = {
  name: 'Owner',
  offset: 0,
  type: 'UINT',
  help: '0 none, 1 this client, 2 another; write 1 to become the owner, 0 to end it',
};
export const ownerValues = { none: 0, self: 1, other: 2 } as const;

export const inputRegisters: readonly ExternalRegister[] = layOut(inputParts);
export const commandRegisters: readonly ExternalRegister[] = layOut([...outputParts, ownerPart]);

/** Address of a command register, by its name. */
export const commandAddresses = { Command: 0, LineHeartbeat: 1, Owner: 2 } as const;

/** Number of registers and bits in each table, without the copy of the input registers. */
export const registerCounts = {
  input: countWords(inputRegisters),
  holding: countWords(commandRegisters),
  coil: lineCommandBits.length,
} as const;

function layOut(parts: readonly AssemblyPart[]): ExternalRegister[] {
  let address = 0;
  return parts
    .filter(({ name }) => !isReserved(name))
    .map((part) => {
      const register = { part, address, wordCount: part.type === 'UDINT' ? 2 : 1 } as const;
      address += register.wordCount;
      return register;
    });
}

function countWords(registers: readonly ExternalRegister[]): number {
  return registers.reduce((sum, { wordCount }) => sum + wordCount, 0);
}

/** True for a part that only fills the assembly. */
export function isReserved(name: string): boolean {
  return name.startsWith('Reserved');
}

/** Returns the values of all registers of a table, from an assembly. */
export function readRegisters(registers: readonly ExternalRegister[], assembly: Uint8Array): number[] {
  return registers.flatMap(({ part, wordCount }) => {
    const value = readPart(assembly, part);
    return wordCount === 2 ? [Math.floor(value / 0x1_0000), value % 0x1_0000] : [value];
  });
}

/** Returns a bit of an assembly by its address: eight for each byte, as coils and discrete inputs count them. */
export function readAssemblyBit(assembly: Uint8Array, address: number): boolean {
  return Math.floor((assembly[address >> 3] ?? 0) / 2 ** (address & 7)) % 2 === 1;
}
