import type { Clock } from '@cellwright/domain/basics';
import { systemClock } from '../clock.ts';
import type { ExpiryOptions, VolatileStore } from './volatile-store.ts';

export interface MemoryStoreOptions {
  readonly clock?: Clock;
  /** Maximum number of keys; the oldest write is dropped first. Default 100 000. */
  readonly maxKeys?: number;
}

interface Entry {
  readonly value: string;
  readonly expiresAt: number;
}

/** Creates the volatile store of the cell's default setup: the same contract as Redis, within this process. */
export function createMemoryStore({ clock = systemClock, maxKeys = 100_000 }: MemoryStoreOptions = {}): VolatileStore {
  const entries = new Map<string, Entry>();

  const read = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (!entry || entry.expiresAt > clock.now()) return entry;
    entries.delete(key);
    return undefined;
  };
  const write = (key: string, value: string, expiresAt: number) => {
    entries.delete(key);
    entries.set(key, { value, expiresAt });
    if (entries.size > maxKeys) evict();
  };
  const evict = () => {
    for (const key of entries.keys()) read(key);
    for (const key of entries.keys()) {
      if (entries.size <= maxKeys) break;
      entries.delete(key);
    }
  };
  const expiryOf = ({ ttlMs = Number.POSITIVE_INFINITY }: ExpiryOptions = {}) => clock.now() + ttlMs;

  return {
    get: async (key) => read(key)?.value ?? null,
    set: async (key, value, options) => write(key, value, expiryOf(options)),
    delete: async (key) => read(key) !== undefined && entries.delete(key),
    async increment(key, options = {}) {
      const entry = read(key);
      const sum = toInteger(entry?.value ?? '0') + (options.by ?? 1);
      write(key, String(sum), entry?.expiresAt ?? expiryOf(options));
      return sum;
    },
    ping: async () => undefined,
    close: async () => entries.clear(),
  };
}

function toInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new TypeError('the value is not a counter');
  return number;
}
