import {
  type AssemblyPart,
  assemblyInstances,
  inputParts,
  lineCommandBits,
  outputParts,
} from './external-assemblies.ts';
import { commandNodes, type ExternalNode, expandNodeID, inputNodes } from './external-nodes.ts';
import {
  commandRegisters,
  type ExternalRegister,
  inputCopyAddress,
  inputRegisters,
  isReserved,
} from './external-registers.ts';

const modbusColumns = ['Name', 'Table', 'Address', 'Registers', 'Type', 'Access', 'Description'];
const etherNetIPColumns = ['Name', 'Assembly', 'Byte', 'Bit', 'Type', 'Access', 'Description'];
const opcUAColumns = ['Name', 'NodeId', 'Type', 'Access', 'Description'];
const types = { USINT: 'UINT16', UINT: 'UINT16', UDINT: 'UINT32' } as const;

type Row = readonly (string | number)[];

/** Renders every register, coil and discrete input of the Modbus server as CSV, for projects of PLCs. */
export function renderModbusTags(): string {
  const [commands] = commandRegisters;
  const coils = lineCommandBits.map((name, bit) => bitRow(`Command.${name}`, 'coil', bit, commands?.part.help ?? ''));
  return renderCSV(modbusColumns, [
    ...inputRegisters.map((register) => registerRow(register, 'input', 'read')),
    ...commandRegisters.map((register) => registerRow(register, 'holding', 'read and write')),
    ...inputRegisters.map((register) => registerRow(register, 'holding', 'read', inputCopyAddress)),
    ...inputParts.flatMap(discreteRows),
    ...coils,
  ]);
}

/** Renders every part and bit of the assemblies as CSV. */
export function renderEtherNetIPTags(): string {
  return renderCSV(etherNetIPColumns, [
    ...inputParts.flatMap((part) => assemblyRows(part, assemblyInstances.input, 'read')),
    ...outputParts.flatMap((part) => assemblyRows(part, assemblyInstances.output, 'write')),
  ]);
}

/** Renders every variable of the OPC UA server as CSV, but for those of the companion specification for robots. */
export function renderOpcUATags(): string {
  return renderCSV(opcUAColumns, [
    ...inputNodes.map((node) => nodeRow(node, 'read')),
    ...commandNodes.map((node) => nodeRow(node, 'read and write')),
  ]);
}

function nodeRow(node: ExternalNode, access: string): Row {
  return [node.name, expandNodeID(node), node.type, access, node.part.help];
}

function registerRow({ part, address, wordCount }: ExternalRegister, table: string, access: string, first = 0): Row {
  return [part.name, table, first + address, wordCount, types[part.type], access, part.help];
}

const bitRow = (name: string, table: string, address: number, help: string): Row => {
  return [name, table, address, 1, 'BOOL', table === 'coil' ? 'read and write' : 'read', help];
};

function discreteRows({ name, offset, help, bits = [] }: AssemblyPart): Row[] {
  return bits.map((bit, index) => bitRow(`${name}.${bit}`, 'discrete', 8 * offset + index, help));
}

function assemblyRows({ name, offset, type, help, bits = [] }: AssemblyPart, instance: number, access: string): Row[] {
  if (isReserved(name)) return [];
  const whole: Row = [name, instance, offset, '', type, access, help];
  return [whole, ...bits.map((bit, index) => [`${name}.${bit}`, instance, offset, index, 'BOOL', access, help])];
}

/** Line ending of RFC 4180. */
function renderCSV(columns: readonly string[], rows: readonly Row[]): string {
  return [columns, ...rows].map((row) => `${row.map(quote).join(',')}\r\n`).join('');
}

function quote(cell: string | number): string {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
