import type { Clock } from '@cellwright/domain';

/** Without a frame, or without a state that fits, for this long, what is shown is stale, ms. */
export const staleAfterMS = 1000;

/** Tells whether what is shown is current. It starts stale; it is told of frames and of states, and tells of changes. */
export interface Staleness {
  noteFrame(): void;
  /** A state came, that fits or does not. */
  noteState(isFitting: boolean): void;
  /** The connection is lost: stale at once. */
  reset(): void;
}

export function createStaleness(clock: Clock, onChange: (isStale: boolean) => void): Staleness {
  let lastFrameAt = Number.NEGATIVE_INFINITY;
  /** When the state was last known to fit; infinite while it does. */
  let lastFitAt = Number.NEGATIVE_INFINITY;
  let isStale = true;
  let cancelTimer: (() => void) | undefined;

  const check = (): void => {
    cancelTimer = undefined;
    const left = Math.min(lastFrameAt, lastFitAt) + staleAfterMS - clock.now();
    if (left > 0) cancelTimer = clock.schedule(left, check);
    if (left > 0 !== isStale) return;
    isStale = !isStale;
    onChange(isStale);
  };
  return {
    noteFrame() {
      lastFrameAt = clock.now();
      if (isStale) check();
    },
    noteState(isFitting) {
      if (isFitting) lastFitAt = Number.POSITIVE_INFINITY;
      else if (lastFitAt === Number.POSITIVE_INFINITY) lastFitAt = clock.now();
      if (isStale) check();
      else if (!isFitting) {
        cancelTimer?.();
        check();
      }
    },
    reset() {
      cancelTimer?.();
      lastFrameAt = Number.NEGATIVE_INFINITY;
      lastFitAt = Number.NEGATIVE_INFINITY;
      check();
    },
  };
}
