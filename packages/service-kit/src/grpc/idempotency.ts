import { createHash, randomUUID } from 'node:crypto';
import { type Clock, ProductError } from '@cellwright/domain/basics';
import { systemClock } from '../clock.ts';

export interface IdempotencyCache {
  /**
   * Runs `work` once per key: a repeat during the work joins it, a repeat after its success gets the same reply.
   * Failures are not stored, so that the command can be repeated.
   * @throws ProductError `conflict` when the key was used for another request (another fingerprint).
   */
  run<T>(key: string, fingerprint: string, work: () => Promise<T>): Promise<T>;
}

export interface IdempotencyOptions {
  readonly clock?: Clock;
  /** Time for which a reply is stored, ms. Default 10 minutes. */
  readonly ttlMs?: number;
  /** Maximum number of replies; the oldest is dropped first. Default 10 000. */
  readonly maxEntries?: number;
}

interface Entry {
  readonly fingerprint: string;
  readonly reply: Promise<unknown>;
  settledAt: number | undefined;
}

/** Creates a cache of replies by idempotency key, within this process. */
export function createIdempotencyCache(options: IdempotencyOptions = {}): IdempotencyCache {
  const { clock = systemClock, ttlMs = 600_000, maxEntries = 10_000 } = options;
  const entries = new Map<string, Entry>();

  const hasExpired = ({ settledAt }: Entry) => settledAt !== undefined && settledAt <= clock.now() - ttlMs;
  const evict = () => {
    for (const [key, entry] of entries) {
      if (!hasExpired(entry) && entries.size <= maxEntries) break;
      // Running commands are never dropped: a repeat must join them.
      if (entry.settledAt !== undefined) entries.delete(key);
    }
  };

  const start = <T>(key: string, fingerprint: string, work: () => Promise<T>): Promise<T> => {
    const reply = Promise.resolve().then(work);
    const entry: Entry = { fingerprint, reply, settledAt: undefined };
    entries.set(key, entry);
    evict();
    return reply.then(
      (value) => {
        entry.settledAt = clock.now();
        return value;
      },
      (error: unknown) => {
        entries.delete(key);
        throw error;
      },
    );
  };

  return {
    run<T>(key: string, fingerprint: string, work: () => Promise<T>): Promise<T> {
      evict();
      const known = entries.get(key);
      if (!known || hasExpired(known)) return start(key, fingerprint, work);
      if (known.fingerprint !== fingerprint) {
        return Promise.reject(
          new ProductError('conflict', 'This idempotency key was used for another request. Use a new key'),
        );
      }
      // Sound: the fingerprint covers the method, and therefore the type of its reply.
      return known.reply as Promise<T>;
    },
  };
}

/** Returns a key for one command; use the same one for every attempt. */
export function newIdempotencyKey(): string {
  return randomUUID();
}

/** Identifies a request by its method and bytes. */
export function fingerprintRequest(path: string, bytes: Uint8Array): string {
  return createHash('sha256').update(path).update('\0').update(bytes).digest('base64');
}
