/**
 * Store of small values that can be lost at any time: caches, rate limits, presence. Never contains the only copy of
 * data. Every call rejects with ProductError `unavailable` within 1 s when the store is unavailable.
 */
export interface VolatileStore {
  /** Returns null when absent or expired. */
  get(key: string): Promise<string | null>;
  set(key: string, value: string, options?: ExpiryOptions): Promise<void>;
  /** Returns true if the value existed. */
  delete(key: string): Promise<boolean>;
  /** Adds to a counter (absent counts as 0) and returns the sum. The expiry is set by the first call only, which makes fixed windows. */
  increment(key: string, options?: ExpiryOptions & { readonly by?: number }): Promise<number>;
  /** Resolves when the store responds. For health checks. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface ExpiryOptions {
  /** Time until the key expires, ms; without it the key stays until it is deleted or evicted. */
  readonly ttlMs?: number;
}
