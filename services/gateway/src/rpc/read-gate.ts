import { type Clock, ProductError } from '@cellwright/domain';

export interface ReadGateOptions {
  /** Reads that are under way at a time. */
  readonly places: number;
  /** Reads that may wait. */
  readonly maxWaiting: number;
  /** A read that has waited for so long is refused, whatever those under way do, ms. */
  readonly maxWaitMS: number;
  readonly clock: Pick<Clock, 'now' | 'schedule'>;
}

/** Runs a read when there is a place. @throws ProductError unavailable when too many wait, or one waited too long. */
export type ReadGate = <T>(read: () => Promise<T>) => Promise<T>;

/**
 * Bounds what documents on their way take of the memory: how large one is, is known only when it is here. What waits
 * costs nothing.
 */
export function createReadGate({ places, maxWaiting, maxWaitMS, clock }: ReadGateOptions): ReadGate {
  const waiting: Waiting[] = [];
  let free = places;
  let isWatched = false;

  /** Ends the waits that are over, and comes back for the next: all waits are of one length, so the first ends first. */
  const refuseLate = (): void => {
    while (waiting[0] && waiting[0].until <= clock.now()) waiting.shift()?.refuse();
    isWatched = waiting.length > 0;
    if (waiting[0]) clock.schedule(waiting[0].until - clock.now(), refuseLate);
  };
  const enter = (): Promise<void> => {
    if (free > 0) {
      free--;
      return Promise.resolve();
    }
    if (waiting.length >= maxWaiting) return Promise.reject(tooBusy());
    return new Promise((resolve, reject) => {
      waiting.push({ until: clock.now() + maxWaitMS, begin: resolve, refuse: () => reject(tooBusy()) });
      if (!isWatched) refuseLate();
    });
  };
  return async (read) => {
    await enter();
    try {
      return await read();
    } finally {
      const next = waiting.shift();
      if (next) next.begin();
      else free++;
    }
  };
}

interface Waiting {
  /** On the clock. */
  readonly until: number;
  begin(): void;
  refuse(): void;
}

function tooBusy(): ProductError {
  return new ProductError('unavailable', 'Too many documents are being read; try again in a moment');
}
