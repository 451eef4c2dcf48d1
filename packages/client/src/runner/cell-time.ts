import type { Clock } from '@cellwright/domain';
import { staleAfterMS } from './staleness.ts';

/** Time of the cell as a client knows it: from what the cell said last, and from the steady clock of this machine. */
export interface CellTime {
  /** @param at time of the cell now, ms since 1970. */
  noteCellTime(at: number): void;
  noteFrame(): void;
  /** Time of the cell, ms since 1970, at most 1 s after the last frame: what is shown is not known to be newer. */
  shownAt(): number;
  /** Time since the last frame, ms; infinite before the first. */
  quietMS(): number;
}

export function createCellTime(clock: Clock): CellTime {
  // Until the cell has said its time, this machine's is the best guess.
  let offset = clock.wallNow().getTime() - clock.now();
  const openedAt = clock.now();
  let lastFrameAt: number | undefined;
  return {
    noteCellTime(at) {
      offset = at - clock.now();
    },
    noteFrame() {
      lastFrameAt = clock.now();
    },
    shownAt: () => offset + Math.min(clock.now(), (lastFrameAt ?? openedAt) + staleAfterMS),
    quietMS: () => (lastFrameAt === undefined ? Number.POSITIVE_INFINITY : clock.now() - lastFrameAt),
  };
}
