export interface RateLimit {
  /** Takes one token for this key; false if none is left. */
  take(key: string): boolean;
  /** True if one is left, without taking it. */
  hasOne(key: string): boolean;
  /** Returns whole seconds until one is available again, at least 1. */
  secondsUntil(key: string): number;
}

export interface RateLimitOptions {
  readonly burst: number;
  readonly perSecond: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Maximum of remembered keys; the least recently used one is dropped first. Default 10,000. */
  readonly maxKeys?: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Creates a token bucket per key, in bounded memory. */
export function createRateLimit({ burst, perSecond, now, maxKeys = 10_000 }: RateLimitOptions): RateLimit {
  const buckets = new Map<string, Bucket>();
  const refilled = (key: string): Bucket => {
    const at = now();
    const bucket = buckets.get(key);
    if (!bucket) return { tokens: burst, at };
    bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond);
    bucket.at = at;
    return bucket;
  };
  return {
    take(key) {
      const bucket = refilled(key);
      // Sorted by the time of use.
      buckets.delete(key);
      if (buckets.size >= maxKeys) buckets.delete(buckets.keys().next().value ?? '');
      buckets.set(key, bucket);
      if (bucket.tokens < 1) return false;
      bucket.tokens--;
      return true;
    },
    hasOne: (key) => refilled(key).tokens >= 1,
    secondsUntil: (key) => Math.max(1, Math.ceil((1 - refilled(key).tokens) / perSecond)),
  };
}
