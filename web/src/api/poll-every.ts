import { ProductError } from '@cellwright/domain';

/** Interval while nothing answers, in times of the usual one: a cell that is starting is not asked twice a second. */
const slowdown = 5;
/** Interval after a refusal for lack of a permission, ms: it changes only when an administrator grants that. */
const forbiddenMS = 30_000;

interface Polled {
  readonly state: { readonly error: Error | null };
}

/** Refetch interval of a query, ms: `everyMS` while it is answered, longer while it fails or is not permitted. */
export function pollEvery(everyMS: number): (query: Polled) => number {
  return ({ state: { error } }) => {
    if (!error) return everyMS;
    const isForbidden = error instanceof ProductError && error.code === 'forbidden';
    return isForbidden ? Math.max(forbiddenMS, everyMS) : everyMS * slowdown;
  };
}
