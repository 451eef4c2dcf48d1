import { ByteReader, ByteWriter, noBytes } from '../wire/bytes.ts';
import { type CIPPath, readPath } from './path.ts';

export const services = {
  getAttributesAll: 0x01,
  getAttributeList: 0x03,
  reset: 0x05,
  getAttributeSingle: 0x0e,
  setAttributeSingle: 0x10,
  forwardClose: 0x4e,
  unconnectedSend: 0x52,
  forwardOpen: 0x54,
  getConnectionOwner: 0x5a,
  largeForwardOpen: 0x5b,
} as const;

/** General status of a reply. */
export const generalStatus = {
  ok: 0x00,
  connectionFailure: 0x01,
  pathSegmentError: 0x04,
  pathUnknown: 0x05,
  serviceNotSupported: 0x08,
  attributeListError: 0x0a,
  objectStateConflict: 0x0c,
  notSettable: 0x0e,
  tooLittleData: 0x13,
  attributeNotSupported: 0x14,
  tooMuchData: 0x15,
} as const;

/** Extended status of a connection failure. */
export const extendedStatus = {
  duplicate: 0x0100,
  transport: 0x0103,
  ownership: 0x0106,
  notFound: 0x0107,
  size: 0x0109,
  rpi: 0x0111,
  rpiRange: 0x0112,
  outOfConnections: 0x0113,
  vendorOrProduct: 0x0114,
  deviceType: 0x0115,
  revision: 0x0116,
  path: 0x0117,
  noOwner: 0x0119,
  consumedType: 0x0123,
  producedType: 0x0124,
  configurationSize: 0x0126,
  consumedSize: 0x0127,
  producedSize: 0x0128,
  timedOut: 0x0203,
  segment: 0x0315,
} as const;

export interface CIPRequest {
  readonly service: number;
  /** Undefined if a segment of the path cannot be read. */
  readonly path: CIPPath | undefined;
  readonly data: Uint8Array;
}

export interface CIPReply {
  readonly status: number;
  readonly extended?: readonly number[];
  readonly data?: Uint8Array;
}

/** Reads a request; undefined if it is incomplete. */
export function readRequest(bytes: Uint8Array): CIPRequest | undefined {
  const reader = new ByteReader(bytes);
  const service = reader.u8();
  const path = reader.take(reader.u8() * 2);
  if (reader.isShort || service >= 0x80) return undefined;
  return { service, path: readPath(path), data: reader.rest() };
}

export function writeRequest(service: number, path: Uint8Array, data: Uint8Array = noBytes): Uint8Array {
  return new ByteWriter()
    .u8(service)
    .u8(path.length / 2)
    .raw(path)
    .raw(data)
    .finish();
}

export function writeReply(service: number, { status, extended = [], data = noBytes }: CIPReply): Uint8Array {
  const writer = new ByteWriter()
    .u8(service | 0x80)
    .u8(0)
    .u8(status)
    .u8(extended.length);
  for (const word of extended) writer.u16(word);
  return writer.raw(data).finish();
}

export interface ReadReply extends CIPReply {
  readonly service: number;
  readonly extended: readonly number[];
  readonly data: Uint8Array;
}

/** Reads a reply; undefined if it is incomplete. */
export function readReply(bytes: Uint8Array): ReadReply | undefined {
  const reader = new ByteReader(bytes);
  const service = reader.u8();
  reader.u8();
  const status = reader.u8();
  const extended = Array.from({ length: reader.u8() }, () => reader.u16());
  return reader.isShort || service < 0x80 ? undefined : { service, status, extended, data: reader.rest() };
}

export const reply = (data: Uint8Array = noBytes): CIPReply => ({ status: generalStatus.ok, data });
export const refuse = (status: number): CIPReply => ({ status });
/** Returns the reply that refuses a connection, with further words such as the acceptable intervals. */
export const refuseConnection = (status: number, ...words: number[]): CIPReply => ({
  status: generalStatus.connectionFailure,
  extended: [status, ...words],
});
