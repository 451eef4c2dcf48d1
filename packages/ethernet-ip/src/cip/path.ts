import { ByteReader, ByteWriter } from '../wire/bytes.ts';

/** Electronic key: the device that a scanner expects. Zero accepts any. */
export interface ElectronicKey {
  readonly vendorID: number;
  readonly deviceType: number;
  readonly productCode: number;
  readonly majorRevision: number;
  readonly minorRevision: number;
  /** True if a lower minor revision fits as well. */
  readonly isCompatible: boolean;
}

/** A CIP path as far as the adapter uses it. */
export interface CIPPath {
  readonly classID?: number;
  readonly instanceID?: number;
  readonly attributeID?: number;
  readonly connectionPoints: readonly number[];
  readonly key?: ElectronicKey;
  /** Data segment: the content of the configuration assembly. */
  readonly configuration?: Uint8Array;
}

const logicalTypes = { 0: 'classID', 1: 'instanceID', 3: 'connectionPoint', 4: 'attributeID' } as const;

interface PathDraft {
  classID?: number;
  instanceID?: number;
  attributeID?: number;
  connectionPoints: number[];
  key?: ElectronicKey;
  configuration?: Uint8Array;
}

/** Reads a padded path; undefined if a segment is unknown or incomplete. */
export function readPath(bytes: Uint8Array): CIPPath | undefined {
  const reader = new ByteReader(bytes);
  const path: PathDraft = { connectionPoints: [] };
  while (reader.remaining > 0) {
    const segment = reader.u8();
    if (!readSegment(reader, segment, path) || reader.isShort) return undefined;
  }
  return path;
}

function readSegment(reader: ByteReader, segment: number, path: PathDraft): boolean {
  if (segment === 0x34) return readKey(reader, path);
  if (segment === 0x80) {
    path.configuration = reader.take(reader.u8() * 2);
    return true;
  }
  const value = readLogicalValue(reader, segment & 0x03);
  if (segment >> 5 !== 1 || value === undefined) return false;
  const type = (segment >> 2) & 0x07;
  if (type !== 0 && type !== 1 && type !== 3 && type !== 4) return false;
  const name = logicalTypes[type];
  // Scanners write the instance of the configuration behind the class, and the points of both directions behind that.
  if (name === 'connectionPoint') path.connectionPoints.push(value);
  else path[name] = value;
  return true;
}

function readLogicalValue(reader: ByteReader, format: number): number | undefined {
  if (format === 0) return reader.u8();
  if (format === 3) return undefined;
  reader.u8();
  return format === 1 ? reader.u16() : reader.u32();
}

function readKey(reader: ByteReader, path: PathDraft): boolean {
  if (reader.u8() !== 4) return false;
  const [vendorID, deviceType, productCode] = [reader.u16(), reader.u16(), reader.u16()];
  const major = reader.u8();
  const minorRevision = reader.u8();
  path.key = {
    ...{ vendorID, deviceType, productCode, minorRevision },
    majorRevision: major & 0x7f,
    isCompatible: major >= 0x80,
  };
  return true;
}

/** Writes a padded path. */
export function writePath(path: CIPPath): Uint8Array {
  const writer = new ByteWriter();
  if (path.key) writeKey(writer, path.key);
  writeLogical(writer, 0x20, path.classID);
  writeLogical(writer, 0x24, path.instanceID);
  writeLogical(writer, 0x30, path.attributeID);
  for (const point of path.connectionPoints) writeLogical(writer, 0x2c, point);
  const { configuration } = path;
  if (configuration)
    writer
      .u8(0x80)
      .u8(configuration.length / 2)
      .raw(configuration);
  return writer.finish();
}

function writeKey(writer: ByteWriter, key: ElectronicKey): void {
  writer.u8(0x34).u8(4).u16(key.vendorID).u16(key.deviceType).u16(key.productCode);
  writer.u8(key.majorRevision | (key.isCompatible ? 0x80 : 0)).u8(key.minorRevision);
}

function writeLogical(writer: ByteWriter, segment: number, value: number | undefined): void {
  if (value === undefined) return;
  if (value < 0x100) writer.u8(segment).u8(value);
  else if (value < 0x1_0000)
    writer
      .u8(segment | 1)
      .u8(0)
      .u16(value);
  else
    writer
      .u8(segment | 2)
      .u8(0)
      .u32(value);
}
