import { crc32, deflateRawSync } from 'node:zlib';

/** File of an archive. */
export interface ArchivedFile {
  /** Path with forward slashes. */
  readonly name: string;
  readonly content: Buffer;
}

const localHeaderLength = 30;
const centralHeaderLength = 46;
const endLength = 22;
const deflateVersion = 20;
const utf8Names = 0x0800;
const deflated = 8;

/** Returns a ZIP archive of the files, all with one modification time in UTC. */
export function writeZip(files: readonly ArchivedFile[], modifiedAt: Date): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const path = Buffer.from(name, 'utf8');
    const packed = deflateRawSync(content, { level: 9 });
    const facts = describeEntry(path, content, packed, modifiedAt);
    const local = Buffer.alloc(localHeaderLength);
    local.writeUInt32LE(0x04034b50, 0);
    facts.copy(local, 4);
    parts.push(local, path, packed);
    const central = Buffer.alloc(centralHeaderLength);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(deflateVersion, 4);
    facts.copy(central, 6);
    central.writeUInt32LE(offset, 42);
    directory.push(central, path);
    offset += localHeaderLength + path.length + packed.length;
  }
  const index = Buffer.concat(directory);
  return Buffer.concat([...parts, index, endOf(files.length, index.length, offset)]);
}

/** Returns the fields that both headers of an entry have: from the required version to the length of the name. */
function describeEntry(path: Buffer, content: Buffer, packed: Buffer, modifiedAt: Date): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(deflateVersion, 0);
  facts.writeUInt16LE(utf8Names, 2);
  facts.writeUInt16LE(deflated, 4);
  facts.writeUInt16LE(timeOf(modifiedAt), 6);
  facts.writeUInt16LE(dateOf(modifiedAt), 8);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(path.length, 22);
  return facts;
}

function timeOf(at: Date): number {
  return (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
}

/** The format counts years from 1980: earlier clocks get its first day. */
function dateOf(at: Date): number {
  const year = at.getUTCFullYear() - 1980;
  return year < 0 ? (1 << 5) | 1 : (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
}

function endOf(fileCount: number, indexLength: number, indexOffset: number): Buffer {
  const end = Buffer.alloc(endLength);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(fileCount, 8);
  end.writeUInt16LE(fileCount, 10);
  end.writeUInt32LE(indexLength, 12);
  end.writeUInt32LE(indexOffset, 16);
  return end;
}
