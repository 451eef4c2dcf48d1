import { type CIPPath, readPath, writePath } from '../cip/path.ts';
import { ByteReader, ByteWriter } from '../wire/bytes.ts';

export const connectionTypes = { null: 0, multicast: 1, pointToPoint: 2 } as const;

/** Parameters of one direction. */
export interface Direction {
  /** Requested packet interval, µs. */
  readonly rpiUS: number;
  readonly type: number;
  /** 0 low, 1 high, 2 scheduled, 3 urgent. */
  readonly priority: number;
  readonly isVariable: boolean;
  /** Size with sequence number and header, bytes. */
  readonly size: number;
  readonly isRedundant: boolean;
}

/** Identifies a connection for its originator. */
export interface ConnectionTriad {
  readonly serial: number;
  readonly vendorID: number;
  readonly originatorSerial: number;
}

export interface ForwardOpen extends ConnectionTriad {
  readonly isLarge: boolean;
  /** Tick time and ticks: how long the originator waits for the answer. */
  readonly priorityTick: number;
  readonly ticks: number;
  readonly consumedID: number;
  readonly producedID: number;
  /** The time-out is the interval times 4 << this code. */
  readonly multiplierCode: number;
  readonly consumed: Direction;
  readonly produced: Direction;
  /** Direction, trigger and class. */
  readonly transport: number;
  /** Undefined if a segment cannot be read. */
  readonly path: CIPPath | undefined;
}

/** Reads the body of a forward open; undefined if it is too short. */
export function readForwardOpen(bytes: Uint8Array, isLarge: boolean): ForwardOpen | undefined {
  const reader = new ByteReader(bytes);
  const [priorityTick, ticks] = [reader.u8(), reader.u8()];
  const [consumedID, producedID] = [reader.u32(), reader.u32()];
  const triad = readTriad(reader);
  const multiplierCode = reader.u8();
  reader.take(3);
  const consumed = readDirection(reader, isLarge);
  const produced = readDirection(reader, isLarge);
  const transport = reader.u8();
  const path = readPath(reader.take(reader.u8() * 2));
  if (reader.isShort || reader.remaining > 0) return undefined;
  return {
    ...triad,
    ...{ isLarge, priorityTick, ticks, consumedID, producedID },
    ...{ multiplierCode, consumed, produced, transport, path },
  };
}

export function writeForwardOpen(open: Omit<ForwardOpen, 'path'> & { readonly path: CIPPath }): Uint8Array {
  const writer = new ByteWriter().u8(open.priorityTick).u8(open.ticks).u32(open.consumedID).u32(open.producedID);
  writeTriad(writer, open);
  writer.u8(open.multiplierCode).raw([0, 0, 0]);
  writeDirection(writer, open.consumed, open.isLarge);
  writeDirection(writer, open.produced, open.isLarge);
  const path = writePath(open.path);
  return writer
    .u8(open.transport)
    .u8(path.length / 2)
    .raw(path)
    .finish();
}

export function readTriad(reader: ByteReader): ConnectionTriad {
  return { serial: reader.u16(), vendorID: reader.u16(), originatorSerial: reader.u32() };
}

export function writeTriad(writer: ByteWriter, { serial, vendorID, originatorSerial }: ConnectionTriad): ByteWriter {
  return writer.u16(serial).u16(vendorID).u32(originatorSerial);
}

function readDirection(reader: ByteReader, isLarge: boolean): Direction {
  const rpiUS = reader.u32();
  const high = isLarge ? 0 : reader.u16();
  const size = isLarge ? reader.u16() : high & 0x1ff;
  const flags = isLarge ? reader.u16() : high;
  return {
    ...{ rpiUS, size },
    isVariable: (flags & 0x0200) !== 0,
    priority: (flags >> 10) & 3,
    type: (flags >> 13) & 3,
    isRedundant: (flags & 0x8000) !== 0,
  };
}

function writeDirection(writer: ByteWriter, direction: Direction, isLarge: boolean): void {
  const { rpiUS, type, priority, isVariable, size, isRedundant } = direction;
  const flags = (isRedundant ? 0x8000 : 0) | (type << 13) | (priority << 10) | (isVariable ? 0x0200 : 0);
  writer.u32(rpiUS);
  if (isLarge) writer.u16(size).u16(flags);
  else writer.u16(flags | size);
}

export interface ForwardClose extends ConnectionTriad {
  readonly path: CIPPath | undefined;
}

/** Reads the body of a forward close; undefined if it is too short. */
export function readForwardClose(bytes: Uint8Array): ForwardClose | undefined {
  const reader = new ByteReader(bytes);
  reader.take(2);
  const triad = readTriad(reader);
  const words = reader.u8();
  reader.u8();
  const path = readPath(reader.take(words * 2));
  return reader.isShort ? undefined : { ...triad, path };
}

export function writeForwardClose(close: ConnectionTriad & { readonly path: CIPPath }): Uint8Array {
  const path = writePath(close.path);
  const writer = writeTriad(new ByteWriter().u8(7).u8(249), close);
  return writer
    .u8(path.length / 2)
    .u8(0)
    .raw(path)
    .finish();
}

/** Reads the message that an unconnected send carries; undefined if it is incomplete. The route is this device's own. */
export function readUnconnectedSend(bytes: Uint8Array): Uint8Array | undefined {
  const reader = new ByteReader(bytes);
  reader.take(2);
  const length = reader.u16();
  const message = reader.take(length);
  if (length % 2 === 1) reader.u8();
  const words = reader.u8();
  reader.u8();
  reader.take(words * 2);
  return reader.isShort ? undefined : message;
}

export function writeUnconnectedSend(message: Uint8Array, route: Uint8Array): Uint8Array {
  const writer = new ByteWriter().u8(7).u8(249).u16(message.length).raw(message);
  if (message.length % 2 === 1) writer.u8(0);
  return writer
    .u8(route.length / 2)
    .u8(0)
    .raw(route)
    .finish();
}
