import { ProductError } from '@cellwright/domain/basics';
import { Redis } from 'ioredis';
import type { Logger } from '../logger.ts';
import type { ExpiryOptions, VolatileStore } from './volatile-store.ts';

export interface RedisStoreOptions {
  /** redis://host:port */
  readonly url: string;
  readonly log: Logger;
  /** Prefix of every key, so that services can share a server. Default 'cellwright:'. */
  readonly prefix?: string;
}

/** Maximum time of a command. */
const commandTimeoutMs = 1000;

/** Sets a counter's expiry only when this call created it. */
const incrementScript = `
local existed = redis.call('EXISTS', KEYS[1])
local sum = redis.call('INCRBY', KEYS[1], ARGV[1])
if existed == 0 and ARGV[2] ~= '' then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return sum`;

/**
 * Opens the volatile store over Redis. Connects by itself, and again after a loss; a command waits for that at most a
 * second.
 */
export function openRedisStore({ url, log, prefix = 'cellwright:' }: RedisStoreOptions): VolatileStore {
  const redis = new Redis(url, {
    keyPrefix: prefix,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 2000,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 50, 1000),
    enableReadyCheck: true,
  });
  redis.on('error', (error) => log.warn('the volatile store is away', { error }));
  return {
    get: (key) => run(() => redis.get(key)),
    set: (key, value, options) =>
      run(async () => {
        const ttl = ttlOf(options);
        await (ttl === undefined ? redis.set(key, value) : redis.set(key, value, 'PX', ttl));
      }),
    delete: (key) => run(async () => (await redis.del(key)) > 0),
    increment: (key, options = {}) =>
      run(async () => Number(await redis.eval(incrementScript, 1, key, options.by ?? 1, ttlOf(options) ?? ''))),
    ping: () => run(async () => void (await redis.ping())),
    close: async () => redis.disconnect(),
  };
}

/** Returns the time in whole milliseconds, at least 1, as Redis requires. */
function ttlOf({ ttlMs }: ExpiryOptions = {}): number | undefined {
  return ttlMs === undefined ? undefined : Math.max(1, Math.ceil(ttlMs));
}

async function run<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isReplyError(cause)) throw cause;
    throw new ProductError('unavailable', 'The volatile store does not answer. Try again in a moment', undefined, {
      cause,
    });
  }
}

/** True if the server refused the command (a counter that is text, for example): a bug, not an outage. */
function isReplyError(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.name === 'ReplyError' &&
    !/^(LOADING|BUSY|OOM|MASTERDOWN|READONLY)/.test(error.message)
  );
}
