import type { Duplex } from 'node:stream';
import type { TurnBudget } from '@cellwright/service-kit';

/** Bytes that are parsed between two checks of the time: about fifty short requests. */
const pieceBytes = 4096;

export interface PacedReading {
  /** Time for all connections of this kind. */
  readonly turns: () => TurnBudget;
  /** True once the rest of the connection is not parsed any more. */
  readonly isDiscarded: () => boolean;
}

/**
 * Passes the data of a connection to its parser in pieces, within the time that such connections share in a turn of the
 * event loop. Node reads 64 kB at a time and parses all of it: over a thousand pipelined requests in one turn.
 */
export function paceReading(socket: Duplex, { turns, isDiscarded }: PacedReading): void {
  const push = socket.push.bind(socket);
  const read = socket._read.bind(socket);
  const waiting: (Buffer | null)[] = [];
  let wantsMore = false;
  let isPlanned = false;

  /**
   * Node's HTTP server pauses a connection while many responses wait for it, and fails if it gets data meanwhile: any
   * other resume of the stream is undone.
   */
  const holdBack = (): void => {
    if (Reflect.get(socket, '_paused') === true && !isDiscarded()) socket.pause();
  };
  const take = (piece: Buffer | null): boolean => push(piece !== null && isDiscarded() ? Buffer.alloc(0) : piece);
  const planDrain = (pause: Promise<void>): void => {
    if (isPlanned) return;
    isPlanned = true;
    void pause.then(() => {
      isPlanned = false;
      drain();
    });
  };
  const drain = (): void => {
    while (waiting.length > 0) {
      holdBack();
      // It continues when the socket is resumed.
      if (socket.isPaused() && !isDiscarded()) return;
      const pause = turns().pause();
      if (pause) {
        planDrain(pause);
        return;
      }
      const piece = waiting.shift();
      if (piece !== undefined) take(piece);
    }
    if (!wantsMore) return;
    wantsMore = false;
    read(pieceBytes);
  };

  socket.push = (chunk: Buffer | null): boolean => {
    holdBack();
    if (waiting.length === 0 && (chunk === null || chunk.length <= pieceBytes)) return take(chunk);
    if (chunk === null) waiting.push(null);
    else
      for (let start = 0; start < chunk.length; start += pieceBytes)
        waiting.push(chunk.subarray(start, start + pieceBytes));
    drain();
    return waiting.length === 0;
  };
  socket._read = (size: number): void => {
    if (waiting.length === 0) read(size);
    else wantsMore = true;
  };
  socket.on('resume', drain);
  // Until the stream has a listener, the server's parser reads bytes directly.
  const listen = () => undefined;
  socket.on('data', listen).off('data', listen);
  socket.once('close', () => {
    waiting.length = 0;
  });
}
