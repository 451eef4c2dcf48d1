import { clientClock } from '@cellwright/client';
import type { LiveClient } from '@cellwright/client/live';
import { allEntities } from '@cellwright/entities';
import type { QueryClient } from '@tanstack/react-query';
import { createRefresher } from './refresher.ts';
import { session } from './session.ts';

/** Asks anew for what is on the screen as soon as it has changed in the cell. Returns how to stop. */
export function keepQueriesLive(queries: QueryClient): () => void {
  let live: LiveClient | undefined;
  let isStopped = false;
  const refresher = createRefresher(clientClock, (entity) => queries.invalidateQueries({ queryKey: [entity] }));
  // Loaded after the first screen, which shows what it asked for itself.
  import('@cellwright/client/live').then(
    ({ connectLive }) => {
      if (isStopped) return;
      live = connectLive({ url: window.location.origin, token: () => session.token });
      live.listen({
        onChange: ({ entity }) => refresher.note(entity),
        onReset(entity) {
          if (entity !== undefined) refresher.note(entity);
          else for (const { name } of allEntities) refresher.note(name);
        },
        // The connection to the robot ends the session, and says so.
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
