import type { Logger } from '../logger.ts';
import { createMemoryStore } from './memory-store.ts';
import type { VolatileStore } from './volatile-store.ts';

export interface VolatileStoreSettings {
  /** redis://host:port; in this process's memory when absent. */
  readonly url: string | undefined;
  readonly log: Logger;
}

/** Opens the configured volatile store. Loads the Redis client only if needed. */
export async function openVolatileStore({ url, log }: VolatileStoreSettings): Promise<VolatileStore> {
  if (url === undefined) return createMemoryStore();
  const { openRedisStore } = await import('./redis-store.ts');
  return openRedisStore({ url, log });
}
