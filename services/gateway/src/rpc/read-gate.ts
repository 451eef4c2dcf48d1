import { type Clock, ProductError } from '@cellwright/domain';

export interface ReadGateOptions {
  /** Reads that are under way at a time. */
  readonly places: number;
  /** Reads that may wait. */
  readonly maxWaiting: number;
  /** A read that has waited for longer is refused when its turn comes, ms. */
  readonly maxWaitMS: number;
  readonly clock: Pick<Clock, 'now'>;
}

/** Runs a read when there is a place. @throws ProductError unavailable when too many wait, or one waited too long. */
export type ReadGate = <T>(read: () => Promise<T>) => Promise<T>;

/**
 * Bounds what documents on their way take of the memory: how large one is, is known only when it is here. What waits
 * costs nothing.
 */
export function createReadGate({ places, maxWaiting, maxWaitMS, clock }: ReadGateOptions): ReadGate {
  const waiting: { readonly since: number; readonly begin: () => void; readonly refuse: () => void }[] = [];
  let free = places;

  const leave = (): void => {
    free++;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (clock.now() - next.since > maxWaitMS) next.refuse();
      else {
        next.begin();
        return;
      }
    }
  };
  const enter = (): Promise<void> => {
    if (free > 0) {
      free--;
      return Promise.resolve();
    }
    if (waiting.length >= maxWaiting) return Promise.reject(tooBusy());
    return new Promise((resolve, reject) => {
      const begin = () => {
        free--;
        resolve();
      };
      waiting.push({ since: clock.now(), begin, refuse: () => reject(tooBusy()) });
    });
  };
  return async (read) => {
    await enter();
    try {
      return await read();
    } finally {
      leave();
    }
  };
}

function tooBusy(): ProductError {
  return new ProductError('unavailable', 'Too many documents are being read; try again in a moment');
}
