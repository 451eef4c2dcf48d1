import type { RawData } from 'ws';

/** First byte of a text message in one frame, without compression. */
const wholeText = 0x81;
const maskBit = 0x80;
/** Maximum number of messages that are delivered ahead and not parsed yet. */
const maxAhead = 64;

/** Returns true if the message was handled. */
type DeliverAhead = (message: Buffer) => boolean;

export interface FrameLookAheadOptions {
  readonly isUrgent: (message: Buffer) => boolean;
  /** Maximum length of an urgent message; longer ones are not unmasked. */
  readonly maxMessageBytes: number;
  /** Called once messages are delivered: reads bytes while earlier ones wait for the parser. */
  readonly readAhead: () => void;
}

/**
 * Walks the frames of a client's WebSocket as their bytes arrive, and delivers urgent messages before those in front of
 * them are parsed: that takes tens of milliseconds for thousands. The parser gets all bytes as well.
 */
export class FrameLookAhead {
  readonly #options: FrameLookAheadOptions;
  #deliver: DeliverAhead | undefined;
  /** Bytes of a frame that is not complete. */
  #rest: Buffer = Buffer.alloc(0);
  /** Bytes to skip: the rest of a frame that is not urgent. */
  #skipped = 0;
  #isBroken = false;
  readonly #ahead: Buffer[] = [];

  constructor(options: FrameLookAheadOptions) {
    this.#options = options;
  }

  /** Begins to deliver; messages from before are left to the parser. */
  listen(deliver: DeliverAhead): void {
    this.#deliver = deliver;
    this.#options.readAhead();
  }

  /** Number of messages that were handled and are not parsed yet. */
  get pending(): number {
    return this.#ahead.length;
  }

  /** True for a parsed message that was handled ahead: each one counts once. */
  wasDelivered(data: RawData): boolean {
    const [first] = this.#ahead;
    if (!first || !Buffer.isBuffer(data) || !first.equals(data)) return false;
    this.#ahead.shift();
    return true;
  }

  /** Takes bytes in the order of their arrival. Never throws; broken frames are left to the parser. */
  take(chunk: Buffer): void {
    if (this.#isBroken) return;
    const passed = Math.min(this.#skipped, chunk.length);
    this.#skipped -= passed;
    if (passed === chunk.length) return;
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk.subarray(passed);
    let at = 0;
    while (at < bytes.length) {
      const next = this.#walk(bytes, at);
      if (next === undefined) break;
      at = next;
    }
    this.#skipped = Math.max(0, at - bytes.length);
    // A copy: the chunk is not kept for a few bytes.
    this.#rest = this.#isBroken ? Buffer.alloc(0) : Buffer.from(bytes.subarray(at));
  }

  /** Returns the position after the frame at a position; undefined if it is not complete or not valid. */
  #walk(bytes: Buffer, start: number): number | undefined {
    const second = bytes[start + 1];
    if (second === undefined) return undefined;
    if ((second & maskBit) === 0) {
      this.#isBroken = true;
      return undefined;
    }
    const short = second & ~maskBit;
    const maskAt = start + 2 + (short === 126 ? 2 : short === 127 ? 8 : 0);
    if (bytes.length < maskAt + 4) return undefined;
    const length =
      short === 126 ? bytes.readUInt16BE(start + 2) : short === 127 ? Number(bytes.readBigUInt64BE(start + 2)) : short;
    const end = maskAt + 4 + length;
    if (bytes[start] !== wholeText || length > this.#options.maxMessageBytes || !this.#deliver) return end;
    if (bytes.length < end) return undefined;
    this.#look(bytes, maskAt, end);
    return end;
  }

  #look(bytes: Buffer, maskAt: number, end: number): void {
    const message = Buffer.allocUnsafe(end - maskAt - 4);
    for (let index = 0; index < message.length; index++)
      message[index] = (bytes[maskAt + 4 + index] ?? 0) ^ (bytes[maskAt + (index & 3)] ?? 0);
    if (this.#ahead.length >= maxAhead || !this.#options.isUrgent(message)) return;
    if (this.#deliver?.(message)) this.#ahead.push(message);
  }
}
