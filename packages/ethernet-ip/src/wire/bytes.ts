/** Reads little-endian values. Never throws: a read beyond the end returns zeros and sets `isShort`. */
export class ByteReader {
  isShort = false;
  private at = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get remaining(): number {
    return this.bytes.length - this.at;
  }

  u8(): number {
    return this.take(1)[0] ?? 0;
  }

  u16(): number {
    return this.unsigned(2);
  }

  u32(): number {
    return this.unsigned(4);
  }

  take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.bytes.length) {
      this.isShort = true;
      this.at = this.bytes.length;
      return new Uint8Array(length);
    }
    const taken = this.bytes.slice(this.at, end);
    this.at = end;
    return taken;
  }

  rest(): Uint8Array {
    return this.take(this.remaining);
  }

  private unsigned(length: number): number {
    return this.take(length).reduceRight((value, byte) => value * 256 + byte, 0);
  }
}

/** Collects little-endian values. Numbers are cut to their width. */
export class ByteWriter {
  private readonly bytes: number[] = [];

  u8(value: number): this {
    return this.unsigned(value, 1);
  }

  u16(value: number): this {
    return this.unsigned(value, 2);
  }

  u32(value: number): this {
    return this.unsigned(value, 4);
  }

  raw(bytes: Iterable<number>): this {
    for (const byte of bytes) this.bytes.push(byte & 0xff);
    return this;
  }

  finish(): Uint8Array {
    return Uint8Array.from(this.bytes);
  }

  private unsigned(value: number, length: number): this {
    for (let index = 0; index < length; index += 1) this.bytes.push(Math.floor(value / 256 ** index) & 0xff);
    return this;
  }
}

export const noBytes: Uint8Array = new Uint8Array(0);

export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/** Text in ASCII: SHORT_STRING has one byte of length, STRING two. */
export function shortString(text: string): Uint8Array {
  const ascii = asciiBytes(text).slice(0, 255);
  return new ByteWriter().u8(ascii.length).raw(ascii).finish();
}

export function longString(text: string): Uint8Array {
  const ascii = asciiBytes(text);
  return new ByteWriter()
    .u16(ascii.length)
    .raw(ascii)
    .raw(ascii.length % 2 === 1 ? [0] : [])
    .finish();
}

function asciiBytes(text: string): number[] {
  return [...text].map((character) => {
    const code = character.codePointAt(0) ?? 0x3f;
    return code < 0x20 || code > 0x7e ? 0x3f : code;
  });
}
