import type { Duplex } from 'node:stream';
import type { ReadingTurns } from './reading-turns.ts';

/** Bytes that are parsed between two checks of the time: about fifty short requests, so that a stop behind them is found. */
const pieceBytes = 4096;

export interface PacedReading {
  /** Turns of all connections of this kind. */
  readonly turns: () => ReadingTurns;
  /** Address that the connection comes from. */
  readonly source: string;
  /** True once the rest of the connection is not parsed any more. */
  readonly isDiscarded: () => boolean;
  /** Called before bytes are parsed; false discards them. Default: all are parsed. */
  readonly admit?: (byteLength: number) => boolean;
}

/** Maximum of bytes of a connection that are read before they are parsed, so that urgent ones behind them are found. */
const maxAheadBytes = 256 * 1024;

export interface PacedReader {
  /** Calls `look` with all bytes that are not parsed yet, and with further ones as they arrive. */
  lookAhead(look: (bytes: Buffer) => void): void;
  /** Reads further bytes while earlier ones wait for the parser. */
  readAhead(): void;
}

/**
 * Passes the data of a connection to its parser in pieces, within the time that such connections share in a turn of the
 * event loop. Node reads 64 kB at a time and parses all of it: over a thousand pipelined requests in one turn.
 */
export function paceReading(
  socket: Duplex,
  { turns, source, isDiscarded, admit = () => true }: PacedReading,
): PacedReader {
  const push = socket.push.bind(socket);
  const read = socket._read.bind(socket);
  const waiting: (Buffer | null)[] = [];
  let isHungry = true;
  let wantsMore = false;
  let isInLine = false;
  let waitingBytes = 0;
  let look: ((bytes: Buffer) => void) | undefined;
  let isAhead = false;

  /**
   * Node's HTTP server pauses a connection while many responses wait for it, and fails if it gets data meanwhile: any
   * other resume of the stream is undone.
   */
  const holdBack = (): void => {
    if (Reflect.get(socket, '_paused') === true && !isDiscarded()) socket.pause();
  };
  const take = (piece: Buffer | null): void => {
    const isParsed = piece === null || (!isDiscarded() && admit(piece.length));
    isHungry = push(isParsed ? piece : Buffer.alloc(0));
  };
  const readPiece = (): void => {
    isInLine = false;
    holdBack();
    // It continues when the socket is resumed.
    if (socket.isPaused() && !isDiscarded()) return;
    const piece = waiting.shift();
    waitingBytes -= piece?.length ?? 0;
    if (piece !== undefined) take(piece);
    queue();
  };
  const queue = (): void => {
    if (isInLine) return;
    if (waiting.length > 0) {
      isInLine = true;
      turns().wait(source, readPiece);
    } else if (wantsMore) {
      wantsMore = false;
      read(pieceBytes);
    }
  };

  socket.push = (chunk: Buffer | null): boolean => {
    holdBack();
    if (chunk === null || chunk.length === 0) {
      if (waiting.length > 0) waiting.push(chunk);
      else take(chunk);
    } else {
      look?.(chunk);
      waitingBytes += chunk.length;
      for (let start = 0; start < chunk.length; start += pieceBytes)
        waiting.push(chunk.subarray(start, start + pieceBytes));
    }
    // Further chunks are looked at before this one is parsed.
    if (isAhead) setImmediate(queue);
    else queue();
    return isAhead ? waitingBytes < maxAheadBytes : waiting.length === 0 && isHungry;
  };
  socket._read = (size: number): void => {
    if (waiting.length === 0) read(size);
    else wantsMore = true;
  };
  socket.on('resume', queue);
  // Until the stream has a listener, the server's parser reads bytes directly.
  const listen = () => undefined;
  socket.on('data', listen).off('data', listen);
  socket.once('close', () => {
    waiting.length = 0;
  });
  return {
    lookAhead(lookAtBytes) {
      look = lookAtBytes;
      for (const piece of waiting) if (piece) look(piece);
    },
    readAhead() {
      isAhead = true;
    },
  };
}
