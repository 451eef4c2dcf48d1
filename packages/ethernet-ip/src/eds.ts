import type { AdapterLayout } from './connections/check-open.ts';
import type { DeviceIdentity } from './objects/device.ts';

/** A named part of an assembly, for the EDS file and for people. */
export interface AssemblyField {
  readonly name: string;
  /** First byte. */
  readonly offset: number;
  readonly type: keyof typeof fieldTypes;
  readonly help: string;
}

/** Length in bytes, and the CIP code of each type. */
export const fieldTypes = {
  USINT: { length: 1, code: 0xc6 },
  UINT: { length: 2, code: 0xc7 },
  UDINT: { length: 4, code: 0xc8 },
} as const;

export interface EDSFile {
  readonly device: DeviceIdentity;
  readonly vendorName: string;
  readonly layout: AdapterLayout;
  readonly inputs: readonly AssemblyField[];
  readonly outputs: readonly AssemblyField[];
  /** Date and time of the file: '11-28-2026' and '12:00:00'. */
  readonly date: string;
  readonly time: string;
}

const hex = (value: number, digits: number) => `0x${value.toString(16).toUpperCase().padStart(digits, '0')}`;
const quote = (text: string) => `"${text.replaceAll('"', "'")}"`;
const pathFor = (layout: AdapterLayout, point: number) =>
  [0x20, 0x04, 0x24, layout.configuration.instance, 0x2c, point, 0x2c, layout.produced.instance]
    .map((byte) => byte.toString(16).toUpperCase().padStart(2, '0'))
    .join(' ');

/** Renders the EDS file, by which engineering tools learn what the adapter exchanges. */
export function renderEDS(file: EDSFile): string {
  const fields = [...file.inputs, ...file.outputs];
  return [
    ...renderHead(file),
    '',
    '[Device Classification]',
    '        Class1 = EtherNetIP;',
    '',
    '[Params]',
    ...renderInterval(file.layout),
    ...fields.flatMap((field, index) => renderParam(field, index + 2)),
    '',
    '[Assembly]',
    '        Object_Name = "Assembly Object";',
    '        Object_Class_Code = 0x04;',
    ...renderAssembly(file.layout.produced, 'From the cell', file.inputs, 2),
    ...renderAssembly(file.layout.consumed, 'To the cell', file.outputs, 2 + file.inputs.length),
    ...renderAssembly(file.layout.configuration, 'Configuration', [], 0),
    '',
    ...renderConnections(file.layout),
    '',
    ...renderClasses(file.layout),
    '',
  ].join('\r\n');
}

function renderHead({ device, vendorName, date, time }: EDSFile): string[] {
  return [
    '[File]',
    `        DescText = ${quote(`${device.productName} EDS file`)};`,
    `        CreateDate = ${date};`,
    `        CreateTime = ${time};`,
    `        ModDate = ${date};`,
    `        ModTime = ${time};`,
    '        Revision = 1.0;',
    '',
    '[Device]',
    `        VendCode = ${device.vendorID};`,
    `        VendName = ${quote(vendorName)};`,
    `        ProdType = ${device.deviceType};`,
    '        ProdTypeStr = "Communications Adapter";',
    `        ProdCode = ${device.productCode};`,
    `        MajRev = ${device.majorRevision};`,
    `        MinRev = ${device.minorRevision};`,
    `        ProdName = ${quote(device.productName)};`,
    `        Catalog = ${quote(device.productName)};`,
  ];
}

function renderInterval({ minRPIMS, maxRPIMS }: AdapterLayout): string[] {
  const range = `${minRPIMS * 1000},${maxRPIMS * 1000},${Math.max(20, minRPIMS) * 1000}`;
  return renderEntry(1, { code: 0xc8, length: 4, name: 'Packet interval', units: 'Microsecond', help: '', range });
}

function renderParam({ name, type, help }: AssemblyField, number: number): string[] {
  const { code, length } = fieldTypes[type];
  return renderEntry(number, { code, length, name, units: '', help, range: `0,${256 ** length - 1},0` });
}

interface ParamEntry {
  readonly code: number;
  readonly length: number;
  readonly name: string;
  readonly units: string;
  readonly help: string;
  readonly range: string;
}

function renderEntry(number: number, { code, length, name, units, help, range }: ParamEntry): string[] {
  return [
    `        Param${number} =`,
    '                0,',
    '                ,,',
    '                0x0000,',
    `                ${hex(code, 2)},`,
    `                ${length},`,
    `                ${quote(name)},`,
    `                ${quote(units)},`,
    `                ${quote(help)},`,
    `                ${range},`,
    '                ,,,,',
    '                ,,,,',
    '                ;',
  ];
}

function renderAssembly(
  { instance, size }: { readonly instance: number; readonly size: number },
  name: string,
  fields: readonly AssemblyField[],
  firstParam: number,
): string[] {
  const members = fields.map(({ type }, index) => `${fieldTypes[type].length * 8},Param${firstParam + index}`);
  const used = fields.reduce((sum, { type }) => sum + fieldTypes[type].length, 0);
  if (used < size) members.push(`${(size - used) * 8},`);
  return [
    `        Assem${instance} =`,
    `                ${quote(name)},`,
    `                ${quote(`20 04 24 ${instance.toString(16).toUpperCase()} 30 03`)},`,
    `                ${size},`,
    '                0x0000,',
    '                ,,',
    ...members.map((member, index) => `                ${member}${index === members.length - 1 ? ';' : ','}`),
  ];
}

/** Trigger and transport, and the types and formats of both directions, of each kind of connection. */
const connectionFlags = {
  exclusiveOwner: { transport: 0x8401_0002, params: 0x4444_0405 },
  inputOnly: { transport: 0x0201_0002, params: 0x4444_0305 },
  listenOnly: { transport: 0x0101_0002, params: 0x4444_0305 },
} as const;

function renderConnections(layout: AdapterLayout): string[] {
  const { produced, consumed, configuration, inputOnlyInstance, listenOnlyInstance } = layout;
  const render = (
    number: number,
    kind: keyof typeof connectionFlags,
    name: string,
    consumedFields: string,
    point: number,
  ) => {
    const { transport, params } = connectionFlags[kind];
    return [
      `        Connection${number} =`,
      `                ${hex(transport, 8)},`,
      `                ${hex(params, 8)},`,
      `                Param1,${consumedFields},`,
      `                Param1,${produced.size},Assem${produced.instance},`,
      '                ,,',
      `                ${configuration.size},Assem${configuration.instance},`,
      `                ${quote(name)},`,
      '                "",',
      `                ${quote(pathFor(layout, point))};`,
    ];
  };
  const owner = `${consumed.size},Assem${consumed.instance}`;
  return [
    '[Connection Manager]',
    '        Object_Name = "Connection Manager Object";',
    '        Object_Class_Code = 0x06;',
    ...render(1, 'exclusiveOwner', 'Exclusive Owner', owner, consumed.instance),
    ...render(2, 'inputOnly', 'Input Only', '0,', inputOnlyInstance),
    ...render(3, 'listenOnly', 'Listen Only', '0,', listenOnlyInstance),
  ];
}

function renderClasses({ minRPIMS }: AdapterLayout): string[] {
  const object = (section: string, name: string, code: number) => [
    `[${section}]`,
    `        Object_Name = ${quote(name)};`,
    `        Object_Class_Code = ${hex(code, 2)};`,
    '',
  ];
  return [
    '[Capacity]',
    '        MaxIOConnections = 16;',
    '        MaxMsgConnections = 16;',
    `        TSpec1 = TxRx, 40, ${Math.floor(1000 / minRPIMS)};`,
    '',
    ...object('TCP/IP Interface Class', 'TCP/IP Interface Object', 0xf5),
    ...object('Ethernet Link Class', 'Ethernet Link Object', 0xf6),
    ...object('QoS Class', 'QoS Object', 0x48),
  ];
}
