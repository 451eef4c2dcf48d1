import { ProductError } from '@cellwright/domain/basics';

/** Factor on the interval while nothing answers: a cell that is starting is not polled twice a second. */
const slowdown = 5;
/** Interval after a missing permission, ms: it changes only when an administrator grants it. */
const forbiddenMS = 30_000;

interface Polled {
  readonly state: { readonly error: Error | null };
}

/**
 * Returns the refetch interval of a query, ms: `everyMS` while it succeeds, longer while it fails or is not permitted.
 */
export function pollEvery(everyMS: number): (query: Polled) => number {
  return ({ state: { error } }) => {
    if (!error) return everyMS;
    const isForbidden = error instanceof ProductError && error.code === 'forbidden';
    return isForbidden ? Math.max(forbiddenMS, everyMS) : everyMS * slowdown;
  };
}
