import { isWorthRetrying } from '@cellwright/client';
import { QueryClient } from '@tanstack/react-query';

/** Interval at which a query that failed for a passing reason is repeated, ms. */
export const repeatEveryMS = 5000;

/**
 * Creates the cache of a page. The client of the cell retries reads itself within their deadline; a query that failed
 * even so, because a service was away or late, is repeated until it is answered, so that no screen keeps old data.
 */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: 5000,
        refetchInterval: ({ state: { error } }) => (isWorthRetrying(error) ? repeatEveryMS : false),
      },
    },
  });
}
