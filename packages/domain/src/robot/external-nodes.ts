/** Variables of the OPC UA server, derived from the fields of the assemblies: same names, same values. */

import { type AssemblyPart, inputParts, outputParts, readPart } from './external-assemblies.ts';
import { isReserved, ownerPart } from './external-registers.ts';

/** Namespace of the variables, which clients look up: its index can change. */
export const externalNamespace = 'urn:cellwright:external-control';

export interface ExternalNode {
  /** Identifier and browse name: the name of the part, for a bit with that of the bit. */
  readonly name: string;
  readonly type: 'Byte' | 'UInt16' | 'UInt32' | 'Boolean';
  readonly part: AssemblyPart;
  /** Bit of the part; undefined for the whole part. */
  readonly bit?: number;
}

const types = { USINT: 'Byte', UINT: 'UInt16', UDINT: 'UInt32' } as const;

/** Variables that clients read. */
export const inputNodes: readonly ExternalNode[] = inputParts.flatMap(listNodes);

/**
 * Help of the variable Owner, which is the same for every client: a subscription of one client shows it to no other
 * client differently.
 */
const sharedOwnerPart: AssemblyPart = {
  ...ownerPart,
  help: '0 none, 1 a client of OPC UA, 2 of another protocol; write 1 to become the owner, 0 to end it',
};

/** Variables that clients read and write. */
export const commandNodes: readonly ExternalNode[] = [...outputParts, sharedOwnerPart].flatMap(listNodes);

function listNodes(part: AssemblyPart): ExternalNode[] {
  const { name, type, bits = [] } = part;
  if (isReserved(name)) return [];
  const ofBits = bits.map(
    (bit, index): ExternalNode => ({ name: `${name}.${bit}`, type: 'Boolean', part, bit: index }),
  );
  return [{ name, type: types[type], part }, ...ofBits];
}

/** Returns the value of a variable from the assembly of its part. */
export function readNode({ part, bit }: ExternalNode, assembly: Uint8Array): number | boolean {
  const value = readPart(assembly, part);
  return bit === undefined ? value : Math.floor(value / 2 ** bit) % 2 === 1;
}

/** Returns the identifier of a variable as clients write it without knowing the index of the namespace. */
export function expandNodeID({ name }: ExternalNode): string {
  return `nsu=${externalNamespace};s=${name}`;
}
