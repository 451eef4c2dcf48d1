import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** Value of one data item of a device. */
export interface DataValue {
  /** Type of the standard ('Execution'), or of the maker, without its namespace. */
  readonly type: string;
  readonly id: string;
  readonly value: string;
}

export interface Condition {
  readonly level: 'Normal' | 'Warning' | 'Fault' | 'Unavailable';
  readonly id: string;
  /** Code of the control; '' without one. */
  readonly code: string;
  readonly text: string;
}

/** Current values of one device. */
export interface CurrentValues {
  readonly values: readonly DataValue[];
  readonly conditions: readonly Condition[];
}

export type CurrentAnswer =
  | { readonly ok: true; readonly value: CurrentValues }
  | { readonly ok: false; readonly problem: string };

export const agentMessages = {
  noAgent: 'Something answers at this address, but no MTConnect agent. Check the host and the port',
  noDevice: 'The agent has no device',
  otherDevices: (wanted: string, names: readonly string[]) =>
    `The agent has no device named '${wanted}'. Choose one of: ${names.join(', ')}`,
} as const;

/** Newer agents list themselves as a device, before the machines. */
const agentDevice = 'Agent';
const levels = ['Normal', 'Warning', 'Fault', 'Unavailable'] as const;
const parser = new XMLParser({
  ignoreAttributes: false,
  attributesGroupName: 'attributes',
  attributeNamePrefix: '',
  textNodeName: 'text',
  alwaysCreateTextNode: true,
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  // Elements of one name are a list, also if there is only one.
  isArray: (name) => name !== 'attributes' && name !== 'text',
});

/**
 * Reads an agent's answer to `current`: the values of one device. Document types are refused.
 * @param wanted name of the device; '' for the first one
 */
export function readCurrent(body: string, wanted: string): CurrentAnswer {
  const document = parse(body);
  const reported = find(document, ['MTConnectError', 'Errors', 'Error'])
    .map(textOf)
    .find((text) => text !== '');
  if (reported !== undefined) return { ok: false, problem: `The agent reports: ${reported}` };
  if (find(document, ['MTConnectStreams']).length === 0) return { ok: false, problem: agentMessages.noAgent };
  const devices = find(document, ['MTConnectStreams', 'Streams', 'DeviceStream']).filter(
    (device) => attributeOf(device, 'name') !== agentDevice,
  );
  const device = wanted === '' ? devices[0] : devices.find((each) => attributeOf(each, 'name') === wanted);
  if (device) return { ok: true, value: readDevice(device) };
  const names = devices.map((each) => attributeOf(each, 'name'));
  return { ok: false, problem: names.length > 0 ? agentMessages.otherDevices(wanted, names) : agentMessages.noDevice };
}

function parse(body: string): unknown {
  if (/<!(DOCTYPE|ENTITY)/i.test(body) || XMLValidator.validate(body) !== true) return undefined;
  try {
    return parser.parse(body);
  } catch {
    return undefined;
  }
}

function readDevice(device: unknown): CurrentValues {
  const components = find(device, ['ComponentStream']);
  const values = components.flatMap((component) =>
    ['Samples', 'Events'].flatMap((group) =>
      find(component, [group]).flatMap((items) =>
        namesIn(items).flatMap((type) =>
          find(items, [type]).map((item) => ({ type, id: attributeOf(item, 'dataItemId'), value: textOf(item) })),
        ),
      ),
    ),
  );
  const conditions = components.flatMap((component) =>
    levels.flatMap((level) =>
      find(component, ['Condition', level]).map((item) => ({
        ...{ level, id: attributeOf(item, 'dataItemId') },
        ...{ code: attributeOf(item, 'nativeCode'), text: textOf(item) },
      })),
    ),
  );
  return { values, conditions };
}

/** Returns the elements at a path of names. */
function find(node: unknown, path: readonly string[]): unknown[] {
  return path.reduce<unknown[]>(
    (nodes, name) =>
      nodes.flatMap((each) => {
        const children = isRecord(each) ? each[name] : undefined;
        return Array.isArray(children) ? children : [];
      }),
    [node],
  );
}

function namesIn(node: unknown): string[] {
  return isRecord(node) ? Object.keys(node).filter((name) => Array.isArray(node[name])) : [];
}

function attributeOf(node: unknown, name: string): string {
  const attributes = isRecord(node) ? node.attributes : undefined;
  const value = isRecord(attributes) ? attributes[name] : undefined;
  return typeof value === 'string' ? value : '';
}

function textOf(node: unknown): string {
  const text = isRecord(node) ? node.text : node;
  return typeof text === 'string' ? text.trim() : '';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
