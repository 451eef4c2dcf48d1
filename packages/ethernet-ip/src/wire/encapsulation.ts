import { ByteReader, ByteWriter, noBytes } from './bytes.ts';

/** Commands of the encapsulation header. */
export const encapsulationCommands = {
  nop: 0x00,
  listServices: 0x04,
  listIdentity: 0x63,
  listInterfaces: 0x64,
  registerSession: 0x65,
  unregisterSession: 0x66,
  sendRRData: 0x6f,
  sendUnitData: 0x70,
} as const;

export const encapsulationStatus = {
  ok: 0,
  unsupportedCommand: 0x01,
  incorrectData: 0x03,
  invalidSession: 0x64,
  invalidLength: 0x65,
  unsupportedVersion: 0x69,
} as const;

/** Length of the header, bytes. */
export const headerLength = 24;
/** Maximum of data that the adapter accepts in one frame, bytes: a large forward open and its wrapping stay far below. */
export const maxFrameData = 2048;

export interface Frame {
  readonly command: number;
  readonly session: number;
  readonly status: number;
  /** Eight bytes that the answer returns. */
  readonly context: Uint8Array;
  readonly options: number;
  readonly data: Uint8Array;
}

export function writeFrame({ command, session, status, context, options, data }: Frame): Uint8Array {
  const header = new ByteWriter().u16(command).u16(data.length).u32(session).u32(status);
  return header.raw(context.slice(0, 8)).u32(options).raw(data).finish();
}

/** Reads a frame that fills `bytes` exactly, as in a datagram; undefined if it does not. */
export function readFrame(bytes: Uint8Array): Frame | undefined {
  const length = frameLength(bytes);
  return length === bytes.length ? parseFrame(bytes) : undefined;
}

/** Returns the length of the frame that begins here, with its header; undefined while the header is incomplete. */
function frameLength(bytes: Uint8Array): number | undefined {
  if (bytes.length < headerLength) return undefined;
  return headerLength + (bytes[2] ?? 0) + (bytes[3] ?? 0) * 256;
}

function parseFrame(bytes: Uint8Array): Frame {
  const reader = new ByteReader(bytes);
  const command = reader.u16();
  reader.u16();
  const session = reader.u32();
  const status = reader.u32();
  const context = reader.take(8);
  const options = reader.u32();
  return { command, session, status, context, options, data: reader.rest() };
}

/** Cuts the bytes of a TCP connection into frames. */
export class FrameSplitter {
  private pending: Uint8Array = noBytes;

  /** Returns complete frames, and whether the stream cannot be read any more because a frame is too long. */
  push(bytes: Uint8Array): { readonly frames: readonly Frame[]; readonly isBroken: boolean } {
    const frames: Frame[] = [];
    let rest = concat(this.pending, bytes);
    for (;;) {
      const length = frameLength(rest);
      if (length === undefined) break;
      if (length > headerLength + maxFrameData) return { frames, isBroken: true };
      if (rest.length < length) break;
      frames.push(parseFrame(rest.slice(0, length)));
      rest = rest.slice(length);
    }
    this.pending = rest;
    return { frames, isBroken: false };
  }
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}
