import { ByteReader, ByteWriter, noBytes } from './bytes.ts';

/** Types of items in the common packet format. */
export const itemTypes = {
  null: 0x0000,
  identity: 0x000c,
  connectedAddress: 0x00a1,
  connectedData: 0x00b1,
  unconnectedData: 0x00b2,
  services: 0x0100,
  socketOriginatorToTarget: 0x8000,
  socketTargetToOriginator: 0x8001,
  sequencedAddress: 0x8002,
} as const;

export interface Item {
  readonly type: number;
  readonly data: Uint8Array;
}

/** Maximum number of items in a packet: address, data and two socket addresses. */
const maxItems = 4;

export function writeItems(items: readonly Item[]): Uint8Array {
  const writer = new ByteWriter().u16(items.length);
  for (const { type, data } of items) writer.u16(type).u16(data.length).raw(data);
  return writer.finish();
}

/** Reads all items; undefined if they do not fill `bytes` exactly, or are too many. */
export function readItems(bytes: Uint8Array): readonly Item[] | undefined {
  const reader = new ByteReader(bytes);
  const count = reader.u16();
  if (count > maxItems) return undefined;
  const items = Array.from({ length: count }, (): Item => {
    const type = reader.u16();
    return { type, data: reader.take(reader.u16()) };
  });
  return reader.isShort || reader.remaining > 0 ? undefined : items;
}

export interface SocketAddress {
  /** Dotted IPv4 address. */
  readonly host: string;
  readonly port: number;
}

/** Writes a socket address, whose fields are big-endian. */
export function writeSocketAddress({ host, port }: SocketAddress): Uint8Array {
  const octets = host.split('.').map(Number);
  const writer = new ByteWriter().raw([0, 2, Math.floor(port / 256), port % 256]);
  return writer.raw(octets).raw(new Uint8Array(8)).finish();
}

export function readSocketAddress(bytes: Uint8Array): SocketAddress | undefined {
  if (bytes.length !== 16) return undefined;
  const [, , high = 0, low = 0, ...rest] = bytes;
  return { host: rest.slice(0, 4).join('.'), port: high * 256 + low };
}

/** A cyclic packet of class 0 or 1 on UDP 2222. */
export interface IOPacket {
  readonly connectionID: number;
  /** Number of the packet, 32 bit. */
  readonly sequence: number;
  /** Number of the data, 16 bit: the same one means no new data. */
  readonly dataSequence: number;
  /** Run/idle header and data. */
  readonly data: Uint8Array;
}

export function writeIOPacket({ connectionID, sequence, dataSequence, data }: IOPacket): Uint8Array {
  const address = new ByteWriter().u32(connectionID).u32(sequence).finish();
  const content = new ByteWriter().u16(dataSequence).raw(data).finish();
  return writeItems([
    { type: itemTypes.sequencedAddress, data: address },
    { type: itemTypes.connectedData, data: content },
  ]);
}

export function readIOPacket(bytes: Uint8Array): IOPacket | undefined {
  const [address, content, ...more] = readItems(bytes) ?? [];
  if (address?.type !== itemTypes.sequencedAddress || content?.type !== itemTypes.connectedData) return undefined;
  if (address.data.length !== 8 || content.data.length < 2 || more.length > 0) return undefined;
  const head = new ByteReader(address.data);
  const body = new ByteReader(content.data);
  return { connectionID: head.u32(), sequence: head.u32(), dataSequence: body.u16(), data: body.rest() };
}

export const nullAddress: Item = { type: itemTypes.null, data: noBytes };
