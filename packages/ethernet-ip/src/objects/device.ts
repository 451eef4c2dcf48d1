import type { ElectronicKey } from '../cip/path.ts';
import { ByteWriter, longString, shortString } from '../wire/bytes.ts';
import { type Attribute, defineClass, type ObjectClass, type ObjectInstance } from './object-table.ts';

/** Data of the device that scanners read. */
export interface DeviceIdentity {
  readonly vendorID: number;
  readonly deviceType: number;
  readonly productCode: number;
  readonly majorRevision: number;
  readonly minorRevision: number;
  readonly serialNumber: number;
  readonly productName: string;
}

export interface NetworkIdentity {
  /** Dotted IPv4 address. */
  readonly host: string;
  readonly hostName: string;
  /** Six bytes. */
  readonly mac: readonly number[];
  readonly speedMbps: number;
}

export const classIDs = {
  identity: 0x01,
  messageRouter: 0x02,
  assembly: 0x04,
  connectionManager: 0x06,
  qos: 0x48,
  tcpIP: 0xf5,
  ethernetLink: 0xf6,
} as const;

const u8 = (read: () => number): Attribute => ({ read: () => new ByteWriter().u8(read()).finish() });
const u16 = (read: () => number): Attribute => ({ read: () => new ByteWriter().u16(read()).finish() });
const u32 = (read: () => number): Attribute => ({ read: () => new ByteWriter().u32(read()).finish() });
const fixed = (bytes: Uint8Array): Attribute => ({ read: () => bytes });

/** Identity object. `status` has bit 0 set while a scanner owns the device, and the extended state in bits 4–7. */
export function createIdentityObject(
  device: DeviceIdentity,
  hasOwner: () => boolean,
  reset: () => number,
): ObjectClass {
  const attributes = new Map<number, Attribute>([
    [1, u16(() => device.vendorID)],
    [2, u16(() => device.deviceType)],
    [3, u16(() => device.productCode)],
    [4, fixed(Uint8Array.of(device.majorRevision, device.minorRevision))],
    [5, u16(() => deviceStatus(hasOwner()))],
    [6, u32(() => device.serialNumber)],
    [7, fixed(shortString(device.productName))],
  ]);
  return defineClass(1, new Map([[1, { attributes, all: [1, 2, 3, 4, 5, 6, 7], reset }]]));
}

/** Status word of the identity object: owned, configured, and whether a connection runs (6) or none is open (3). */
export function deviceStatus(hasOwner: boolean): number {
  return hasOwner ? 0x0065 : 0x0034;
}

/** TCP/IP interface object: the address is set in the settings of the cell, not over the network. */
export function createTCPIPObject({ host, hostName }: NetworkIdentity): ObjectClass {
  const octets = host.split('.').map(Number);
  // The addresses are little-endian numbers; mask, gateway and name servers are the operating system's.
  const configuration = new ByteWriter()
    .raw([...octets].reverse())
    .raw(new Uint8Array(16))
    .raw(longString(''));
  const link = Uint8Array.of(0x20, classIDs.ethernetLink, 0x24, 1);
  const attributes = new Map<number, Attribute>([
    [1, u32(() => 1)],
    [2, u32(() => 0)],
    [3, u32(() => 0)],
    [
      4,
      fixed(
        new ByteWriter()
          .u16(link.length / 2)
          .raw(link)
          .finish(),
      ),
    ],
    [5, fixed(configuration.finish())],
    [6, fixed(longString(hostName))],
    [8, u8(() => 1)],
    [9, fixed(Uint8Array.of(0, 0, 1, 0, 0, 0, 0, 0))],
    [13, u16(() => 120)],
  ]);
  return defineClass(4, new Map([[1, { attributes, all: [1, 2, 3, 4, 5, 6] }]]));
}

export function createEthernetLinkObject({ mac, speedMbps }: NetworkIdentity): ObjectClass {
  const attributes = new Map<number, Attribute>([
    [1, u32(() => speedMbps)],
    [2, u32(() => 0x0f)],
    [3, fixed(Uint8Array.from(mac))],
  ]);
  return defineClass(4, new Map([[1, { attributes, all: [1, 2, 3] }]]));
}

/** Differentiated services code points of cyclic packets, by their priority. */
export const codePoints = { urgent: 55, scheduled: 47, high: 43, low: 31, explicit: 27 } as const;

export function createQoSObject(): ObjectClass {
  const attributes = new Map<number, Attribute>([
    [4, u8(() => codePoints.urgent)],
    [5, u8(() => codePoints.scheduled)],
    [6, u8(() => codePoints.high)],
    [7, u8(() => codePoints.low)],
    [8, u8(() => codePoints.explicit)],
  ]);
  return defineClass(1, new Map([[1, { attributes }]]));
}

/** Instances of the assembly object, by number. */
export function createAssemblyObject(instances: ReadonlyMap<number, AssemblyInstance>): ObjectClass {
  const entries = [...instances].map(([number, assembly]): [number, ObjectInstance] => {
    const { read, write } = assembly;
    const data: Attribute = write ? { read, write } : { read };
    return [
      number,
      {
        attributes: new Map([
          [3, data],
          [4, u16(() => read().length)],
        ]),
      },
    ];
  });
  return defineClass(2, new Map(entries));
}

export interface AssemblyInstance {
  readonly read: () => Uint8Array;
  /** Returns the general status. */
  readonly write?: (data: Uint8Array) => number;
}

/** Returns the field in which a device differs from the key of a scanner; undefined if it fits. */
export function findKeyMismatch(
  device: DeviceIdentity,
  key: ElectronicKey,
): 'vendorOrProduct' | 'deviceType' | 'revision' | undefined {
  const differs = (wanted: number, actual: number) => wanted !== 0 && wanted !== actual;
  if (differs(key.vendorID, device.vendorID) || differs(key.productCode, device.productCode)) return 'vendorOrProduct';
  if (differs(key.deviceType, device.deviceType)) return 'deviceType';
  if (differs(key.majorRevision, device.majorRevision)) return 'revision';
  const isTooNew = key.isCompatible
    ? key.minorRevision > device.minorRevision
    : differs(key.minorRevision, device.minorRevision);
  return key.majorRevision !== 0 && isTooNew ? 'revision' : undefined;
}
