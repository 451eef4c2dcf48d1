/**
 * Store of small values that may vanish at any time: caches, rate limits, presence. Never the only copy of anything.
 * Every call rejects with ProductError `unavailable` within 1 s when the store is unavailable.
 */
export interface VolatileStore {
  /** Returns null when absent or expired. */
  get(key: string): Promise<string | null>;
  set(key: string, value: string, options?: ExpiryOptions): Promise<void>;
  /** Returns true when there was something to delete. */
  delete(key: string): Promise<boolean>;
  /** Adds to a counter (absent counts as 0) and returns the sum. The expiry is set by the first call only, which makes fixed windows. */
  increment(key: string, options?: ExpiryOptions & { readonly by?: number }): Promise<number>;
  /** Resolves when the store answers. For health checks. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface ExpiryOptions {
  /** Time until the key expires, ms; without it the key stays until it is deleted or evicted. */
  readonly ttlMs?: number;
}
