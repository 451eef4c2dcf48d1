import { clientClock } from '@cellwright/client';
import type { LiveClient } from '@cellwright/client/live';
import type { QueryClient } from '@tanstack/react-query';
import { createRefresher } from './refresher.ts';
import { session } from './session.ts';

/** Refetches the queries on the screen when their data changes in the cell. Returns a function that unsubscribes. */
export function keepQueriesLive(queries: QueryClient): () => void {
  let live: LiveClient | undefined;
  let isStopped = false;
  const refresher = createRefresher(clientClock, (entity) => queries.invalidateQueries({ queryKey: [entity] }));
  // Loaded after the first screen, which fetches its own data.
  import('@cellwright/client/live').then(
    ({ connectLive, entityNames }) => {
      if (isStopped) return;
      live = connectLive({ url: window.location.origin, token: () => session.token });
      live.listen({
        onChange: ({ entity }) => refresher.note(entity),
        onReset(entity) {
          if (entity !== undefined) refresher.note(entity);
          else for (const name of entityNames) refresher.note(name);
        },
        // The connection to the robot ends the session and shows why.
      });
    },
    (error: unknown) => console.warn('Lists do not follow changes of others: the live client did not load', error),
  );
  return () => {
    isStopped = true;
    refresher.stop();
    live?.close();
  };
}
