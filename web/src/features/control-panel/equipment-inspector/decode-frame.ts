import type { TrafficFrame, TrafficProtocol } from '@cellwright/domain/equipment';
import type { equipmentInspectorEn } from '../../../i18n/en/equipment-inspector.ts';
import { readHex, showText } from './format-frames.ts';

type Texts = typeof equipmentInspectorEn;
export type ModbusFunctionCode = keyof Texts['modbus']['functions'];
export type ModbusExceptionCode = keyof Texts['modbus']['exceptions'];

/** Content of a frame as far as the protocol says. */
export type DecodedFrame =
  | {
      readonly kind: 'modbus';
      readonly unit: number;
      readonly code: number;
      readonly exception?: number;
      readonly offset?: number;
      readonly count?: number;
      readonly values?: readonly number[];
    }
  | { readonly kind: 'command'; readonly name: string }
  | { readonly kind: 'cyclic'; readonly size: number }
  | { readonly kind: 'text'; readonly text: string };

/** Decodes a frame of a protocol; undefined if its content is not known. */
export function decodeFrame(
  protocol: TrafficProtocol,
  { hex, size, direction }: Pick<TrafficFrame, 'hex' | 'size' | 'direction'>,
): DecodedFrame | undefined {
  const bytes = readHex(hex);
  switch (protocol) {
    case 'modbus':
      return decodeModbus(bytes, direction === 'sent');
    case 'etherNetIP':
      return decodeEtherNetIP(bytes, size);
    default:
      return decodeText(bytes);
  }
}

/** Functions with an address and a count in the request, and values in the answer. */
const reads = [1, 2, 3, 4];
const singleWrites = [5, 6];
const multipleWrites = [15, 16];
const headerBytes = 7;

function decodeModbus(bytes: Uint8Array, isRequest: boolean): DecodedFrame | undefined {
  const view = viewOf(bytes);
  if (bytes.length < headerBytes + 2 || view.getUint16(2) !== 0) return undefined;
  const common = { kind: 'modbus', unit: view.getUint8(6) } as const;
  const code = view.getUint8(headerBytes);
  const data = viewOf(bytes.subarray(headerBytes + 1));
  if (code >= 0x80) return { ...common, code: code - 0x80, exception: data.getUint8(0) };
  if (!isRequest && reads.includes(code)) return { ...common, code, values: readValues(data, code) };
  if (data.byteLength < 4) return { ...common, code };
  const offset = data.getUint16(0);
  if (singleWrites.includes(code)) return { ...common, code, offset, values: [data.getUint16(2)] };
  if (reads.includes(code) || multipleWrites.includes(code))
    return { ...common, code, offset, count: data.getUint16(2) };
  return { ...common, code };
}

/** Returns registers as words, bits as whole bytes. */
function readValues(data: DataView, code: number): number[] {
  const size = Math.min(data.getUint8(0), data.byteLength - 1);
  const width = code >= 3 ? 2 : 1;
  return Array.from({ length: Math.floor(size / width) }, (_, index) =>
    width === 2 ? data.getUint16(1 + 2 * index) : data.getUint8(1 + index),
  );
}

/** Commands of the encapsulation, by the names of the EtherNet/IP specification. */
const commands: ReadonlyMap<number, string> = new Map([
  [0x04, 'ListServices'],
  [0x63, 'ListIdentity'],
  [0x64, 'ListInterfaces'],
  [0x65, 'RegisterSession'],
  [0x66, 'UnRegisterSession'],
  [0x6f, 'SendRRData'],
  [0x70, 'SendUnitData'],
]);
const sequencedAddressItem = 0x8002;

function decodeEtherNetIP(bytes: Uint8Array, size: number): DecodedFrame | undefined {
  const view = viewOf(bytes);
  if (bytes.length < 4) return undefined;
  // Cyclic packets have no encapsulation: they begin with the count of their items.
  if (view.getUint16(0, true) === 2 && view.getUint16(2, true) === sequencedAddressItem)
    return { kind: 'cyclic', size };
  const name = commands.get(view.getUint16(0, true));
  return name === undefined ? undefined : { kind: 'command', name };
}

/** Returns the first line of a text; undefined for other bytes. */
function decodeText(bytes: Uint8Array): DecodedFrame | undefined {
  const line = bytes.subarray(0, firstLineLength(bytes));
  const isText = line.length > 0 && line.every((byte) => byte === 0x09 || (byte >= 0x20 && byte < 0x7f));
  return isText ? { kind: 'text', text: showText(line) } : undefined;
}

function firstLineLength(bytes: Uint8Array): number {
  const end = bytes.findIndex((byte) => byte === 0x0d || byte === 0x0a);
  return end < 0 ? bytes.length : end;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
