/** Bytes of a frame's length: big-endian, unsigned, without itself. */
export const frameHeaderBytes = 4;

export type FrameResult =
  | { readonly ok: true; readonly frames: readonly Uint8Array[] }
  /** The stream cannot be trusted any more: close the connection. */
  | { readonly ok: false; readonly problem: string };

/**
 * Cuts a byte stream into frames. It keeps at most one unfinished frame, in a buffer that grows with the bytes that
 * have arrived and never on the mere word of a length. Frames may share memory with the chunk: read them at once.
 */
export class FrameReader {
  /** Largest frame accepted from now on, bytes. */
  maxBytes: number;
  private buffer = new Uint8Array(0);
  private held = 0;
  private problem: string | undefined;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** True while a frame has begun and not ended. */
  get isInsideFrame(): boolean {
    return this.held > 0;
  }

  /** Takes the next bytes and returns the frames they complete. After a problem it stays broken. */
  push(chunk: Uint8Array): FrameResult {
    if (this.problem !== undefined) return { ok: false, problem: this.problem };
    const bytes = this.held > 0 ? this.append(chunk) : chunk;
    const frames: Uint8Array[] = [];
    let offset = 0;
    while (bytes.length - offset >= frameHeaderBytes) {
      const length = new DataView(bytes.buffer, bytes.byteOffset + offset, frameHeaderBytes).getUint32(0);
      this.problem = this.judgeLength(length);
      if (this.problem !== undefined) return this.breakWith(this.problem);
      const end = offset + frameHeaderBytes + length;
      if (end > bytes.length) break;
      frames.push(bytes.subarray(offset + frameHeaderBytes, end));
      offset = end;
    }
    this.keep(bytes.subarray(offset));
    return { ok: true, frames };
  }

  private judgeLength(length: number): string | undefined {
    if (length === 0) return 'a frame is empty';
    return length > this.maxBytes ? `a frame of ${length} bytes is over the limit of ${this.maxBytes}` : undefined;
  }

  /** Adds the chunk to what is held and returns both together. */
  private append(chunk: Uint8Array): Uint8Array {
    const needed = this.held + chunk.length;
    if (needed > this.buffer.length) {
      const grown = new Uint8Array(Math.max(needed, 2 * this.buffer.length));
      grown.set(this.buffer.subarray(0, this.held));
      this.buffer = grown;
    }
    this.buffer.set(chunk, this.held);
    return this.buffer.subarray(0, needed);
  }

  private keep(rest: Uint8Array): void {
    // A remainder moves to memory of its own: the chunk is the caller's, and frames handed out lie in the old memory.
    const isInPlace = rest.buffer === this.buffer.buffer && rest.byteOffset === this.buffer.byteOffset;
    if (!isInPlace) this.buffer = new Uint8Array(rest);
    this.held = rest.length;
  }

  private breakWith(problem: string): FrameResult {
    this.buffer = new Uint8Array(0);
    this.held = 0;
    return { ok: false, problem };
  }
}

/** Puts the length before a message. */
export function frameOf(message: Uint8Array): Uint8Array {
  const frame = new Uint8Array(frameHeaderBytes + message.length);
  new DataView(frame.buffer).setUint32(0, message.length);
  frame.set(message, frameHeaderBytes);
  return frame;
}
