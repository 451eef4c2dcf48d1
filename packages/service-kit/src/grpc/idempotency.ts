import { createHash, randomUUID } from 'node:crypto';
import { type Clock, ProductError } from '@cellwright/domain';
import { systemClock } from '../clock.ts';

export interface IdempotencyCache {
  /**
   * Runs `work` once per key: a repeat while it runs joins it, a repeat after it succeeded gets the same reply. A
   * failure is not kept, so that the command can be tried again.
   * @throws ProductError `conflict` when the key was used for another request (another fingerprint).
   */
  run<T>(key: string, fingerprint: string, work: () => Promise<T>): Promise<T>;
}

export interface IdempotencyOptions {
  readonly clock?: Clock;
  /** How long a reply is kept, in ms. Default 10 minutes. */
  readonly ttlMs?: number;
  /** Replies kept at most; the oldest goes first. Default 10 000. */
  readonly maxEntries?: number;
}

interface Entry {
  readonly fingerprint: string;
  readonly reply: Promise<unknown>;
  settledAt: number | undefined;
}

/** A cache of replies by idempotency key, within this process. */
export function createIdempotencyCache(options: IdempotencyOptions = {}): IdempotencyCache {
  const { clock = systemClock, ttlMs = 600_000, maxEntries = 10_000 } = options;
  const entries = new Map<string, Entry>();

  const hasExpired = ({ settledAt }: Entry) => settledAt !== undefined && settledAt <= clock.now() - ttlMs;
  const evict = () => {
    for (const [key, entry] of entries) {
      if (!hasExpired(entry) && entries.size <= maxEntries) break;
      // What still runs is never forgotten: a repeat must join it.
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
      // Sound: the fingerprint covers the method, and with it the type of its reply.
      return known.reply as Promise<T>;
    },
  };
}

/** A key for one command; use the same one for every attempt at it. */
export function newIdempotencyKey(): string {
  return randomUUID();
}

/** Identifies a request by its method and bytes. */
export function fingerprintRequest(path: string, bytes: Uint8Array): string {
  return createHash('sha256').update(path).update('\0').update(bytes).digest('base64');
}
