/** Size of a frame's length field: big-endian, unsigned, not included in the length. */
export const frameHeaderBytes = 4;

export type FrameResult =
  | { readonly ok: true; readonly frames: readonly Uint8Array[] }
  /** The stream is no longer reliable: close the connection. */
  | { readonly ok: false; readonly problem: string };

/**
 * Splits a byte stream into frames. Keeps at most one unfinished frame, in a buffer that grows with the received bytes
 * and never because of a length alone. Frames may share memory with the chunk: read them immediately.
 */
export class FrameReader {
  /** Maximum size of a frame from now on, bytes. */
  maxBytes: number;
  private buffer = new Uint8Array(0);
  private held = 0;
  private problem: string | undefined;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** True if a frame has begun and not ended. */
  get isInsideFrame(): boolean {
    return this.held > 0;
  }

  /** Adds bytes and returns the completed frames. After a problem it stays broken. */
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

  /** Appends the chunk to the buffered bytes and returns both. */
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
    // The remainder is copied: the chunk belongs to the caller, and returned frames use the old memory.
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

/** Prefixes a message with its length. */
export function frameOf(message: Uint8Array): Uint8Array {
  const frame = new Uint8Array(frameHeaderBytes + message.length);
  new DataView(frame.buffer).setUint32(0, message.length);
  frame.set(message, frameHeaderBytes);
  return frame;
}
