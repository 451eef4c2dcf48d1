/** Shares the time for parsing in a turn of the event loop among sources, and that of a source among its connections. */
export interface ReadingTurns {
  /** Calls `readPiece` when it is the turn of its source: at once if nothing waits and this turn has time left. */
  wait(source: string, readPiece: () => void): void;
}

export interface ReadingTurnsOptions {
  /** Time of one turn of the event loop. */
  readonly budgetMS: number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  /** Runs a callback in the next turn of the event loop. */
  readonly nextTurn?: (callback: () => void) => void;
}

/**
 * Creates turns for reading: sources take turns, one piece each. Many connections of one source delay another source by
 * one piece only, and all of them together delay timers and other sockets by the budget and one piece.
 */
export function createReadingTurns(options: ReadingTurnsOptions): ReadingTurns {
  const { budgetMS, now = () => performance.now(), nextTurn = (callback) => void setImmediate(callback) } = options;
  /** Waiting connections by source; sources in the order of their turns. */
  const waiting = new Map<string, (() => void)[]>();
  let spentMS = 0;
  let isRunning = false;
  let isTurnPlanned = false;

  const takeNext = (): (() => void) | undefined => {
    const [next] = waiting;
    if (!next) return undefined;
    const [source, readers] = next;
    const readPiece = readers.shift();
    waiting.delete(source);
    if (readers.length > 0) waiting.set(source, readers);
    return readPiece;
  };
  const planTurn = (): void => {
    if (isTurnPlanned) return;
    isTurnPlanned = true;
    nextTurn(() => {
      isTurnPlanned = false;
      spentMS = 0;
      run();
    });
  };
  const run = (): void => {
    if (isRunning) return;
    isRunning = true;
    const startedAt = now() - spentMS;
    try {
      while (spentMS < budgetMS) {
        const readPiece = takeNext();
        if (!readPiece) break;
        readPiece();
        spentMS = now() - startedAt;
      }
    } finally {
      isRunning = false;
      if (spentMS > 0 || waiting.size > 0) planTurn();
    }
  };

  return {
    wait(source, readPiece) {
      const readers = waiting.get(source);
      if (readers) readers.push(readPiece);
      else waiting.set(source, [readPiece]);
      run();
    },
  };
}
