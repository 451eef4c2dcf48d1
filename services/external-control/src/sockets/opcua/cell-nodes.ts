import {
  commandNodes,
  type ExternalNode,
  externalNamespace,
  inputNodes,
  readNode,
  readPart,
} from '@cellwright/domain/robot';
import type { AddressSpace, Namespace, UAObject, UAVariable } from 'node-opcua-address-space';
import { type StatusCode, StatusCodes } from 'node-opcua-status-code';
import { DataType, Variant } from 'node-opcua-variant';
import type { CommandWrite } from '../../domain/written-commands.ts';
import type { CellReadings, WriteAnswer } from './server-host.ts';

export interface CellNodesDeps {
  readonly addressSpace: AddressSpace;
  /** Writes for the session whose request is carried out. */
  readonly write: (values: CommandWrite) => Promise<WriteAnswer>;
  readonly current: () => CellReadings | undefined;
}

/** Interval at which subscriptions to variables that can be written are sampled, ms. */
const samplingMS = 100;

const statuses: Readonly<Record<WriteAnswer, StatusCode>> = {
  accepted: StatusCodes.Good,
  forbidden: StatusCodes.BadUserAccessDenied,
  busy: StatusCodes.BadResourceUnavailable,
  illegalValue: StatusCodes.BadOutOfRange,
};

/** Adds the variables with the names that all protocols share. Returns the function that shows new values. */
export function addCellNodes(deps: CellNodesDeps): (readings: CellReadings | undefined) => void {
  const { addressSpace } = deps;
  const namespace = addressSpace.registerNamespace(externalNamespace);
  const folder = namespace.addObject({
    browseName: 'ExternalControl',
    nodeId: 's=ExternalControl',
    organizedBy: addressSpace.rootFolder.objects,
  });
  const inputs = inputNodes.map((node) => ({ node, variable: addVariable(namespace, folder, node) }));
  for (const node of commandNodes) bindCommand(addVariable(namespace, folder, node), node, deps);
  return (readings) => {
    const assembly = readings?.inputs ?? new Uint8Array();
    for (const { node, variable } of inputs) showValue(variable, toVariant(node, readNode(node, assembly)), readings);
  };
}

function addVariable(namespace: Namespace, folder: UAObject, node: ExternalNode): UAVariable {
  const { name, type, part } = node;
  const isWritable = commandNodes.includes(node);
  return namespace.addVariable({
    browseName: name,
    nodeId: `s=${name}`,
    description: part.help,
    dataType: type,
    componentOf: folder,
    accessLevel: isWritable ? 'CurrentRead | CurrentWrite' : 'CurrentRead',
    ...(isWritable ? { minimumSamplingInterval: samplingMS } : {}),
  });
}

function bindCommand(variable: UAVariable, node: ExternalNode, { write, current }: CellNodesDeps): void {
  variable.bindVariable({
    get: () => {
      const readings = current();
      return readings ? toVariant(node, readCommand(node, readings)) : StatusCodes.BadNoCommunication;
    },
    set: async ({ value }: Variant) => {
      const readings = current();
      return readings ? statuses[await write(toWrite(node, value, readings))] : StatusCodes.BadNoCommunication;
    },
  });
}

function readCommand(node: ExternalNode, { commands, owner }: CellReadings): number | boolean {
  return node.name === 'Owner' ? owner : readNode(node, commands);
}

/** Returns the write of a variable: a bit changes the command as it is now. */
function toWrite({ name, part, bit }: ExternalNode, value: unknown, { commands }: CellReadings): CommandWrite {
  if (bit === undefined) return { [name]: Number(value) };
  const others = readPart(commands, part) - (readPart(commands, part) & (1 << bit));
  return { Command: others + (value === true ? 1 << bit : 0) };
}

function toVariant({ type }: ExternalNode, value: number | boolean): Variant {
  return new Variant({ dataType: DataType[type], value });
}

/** Shows a value; the last one with a bad status if there is none. Clients are notified of changes only. */
export function showValue(variable: UAVariable, value: Variant, isKnown: unknown): void {
  const status = isKnown ? StatusCodes.Good : StatusCodes.BadNoCommunication;
  const last = variable.readValue();
  if (last.statusCode.equals(status) && last.value.value === value.value) return;
  variable.setValueFromSource(isKnown ? value : last.value, status);
}
