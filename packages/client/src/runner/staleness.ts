import type { Clock } from '@cellwright/domain/basics';

/** Time without a frame or without a matching state after which the display is stale, ms. */
export const staleAfterMS = 1000;

/** Tracks whether displayed data is current. It starts stale, receives frames and states, and reports changes. */
export interface Staleness {
  noteFrame(): void;
  /** Records a state that matches its hash or does not. */
  noteState(isFitting: boolean): void;
  /** Marks the data stale at once because the connection is lost. */
  reset(): void;
}

export function createStaleness(clock: Clock, onChange: (isStale: boolean) => void): Staleness {
  let lastFrameAt = Number.NEGATIVE_INFINITY;
  /** Time at which the state last matched; infinite while it does. */
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
