import { type Clock, ProductError } from '@cellwright/domain/basics';

export interface ReadGateOptions {
  /** Maximum of concurrent reads. */
  readonly places: number;
  /** Maximum of waiting reads. */
  readonly maxWaiting: number;
  /** Time after which a waiting read is rejected, regardless of the current ones, ms. */
  readonly maxWaitMS: number;
  readonly clock: Pick<Clock, 'now' | 'schedule'>;
}

/** Runs a read when there is a place. @throws ProductError unavailable if too many wait, or it waited too long. */
export type ReadGate = <T>(read: () => Promise<T>) => Promise<T>;

/**
 * Creates a limit for the memory of documents in transit: the size of one is known only after its arrival. A waiting
 * read costs nothing.
 */
export function createReadGate({ places, maxWaiting, maxWaitMS, clock }: ReadGateOptions): ReadGate {
  const waiting: Waiting[] = [];
  let free = places;
  let isWatched = false;

  /** Ends expired waits, and schedules the next check: all waits have the same length, so the first ends first. */
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
  /** Deadline on the clock. */
  readonly until: number;
  begin(): void;
  refuse(): void;
}

function tooBusy(): ProductError {
  return new ProductError('unavailable', 'Too many documents are being read. Try again in a moment');
}
