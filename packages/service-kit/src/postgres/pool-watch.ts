import pg from 'pg';

/** Time in use after which a connection triggers a check of the server, ms. */
const suspectAfterMs = 400;
/**
 * Maximum time for a running server to answer a new connection, ms; together with the above, callers fail within 2 s.
 */
const probeTimeoutMs = 1000;

/**
 * Distinguishes a slow query from a server that hangs: while connections are in use for long, a separate connection is
 * tried. If neither that one nor any other gets an answer, the connections in use are ended, so that their callers are
 * notified that the database is unavailable. Slow work on a server that answers continues.
 */
export function watchPool(pool: pg.Pool, connectionString: string): void {
  const inUseSince = new Map<pg.PoolClient, number>();
  let isWatching = false;
  /** Completed work; on an overloaded machine a new connection may take longer than that. */
  let answerCount = 0;

  const check = async () => {
    const isSuspect = [...inUseSince.values()].some((since) => performance.now() - since >= suspectAfterMs);
    const before = answerCount;
    const answers = !isSuspect || (await answersAtAll(connectionString));
    if (!answers && answerCount === before) for (const client of inUseSince.keys()) giveUp(client);
    isWatching = false;
    if (inUseSince.size === 0) return;
    // A server that has just responded is checked again later, any other server as soon as a use becomes suspect.
    const oldest = Math.min(...inUseSince.values());
    watch(isSuspect ? suspectAfterMs : oldest + suspectAfterMs - performance.now());
  };
  const watch = (inMs: number) => {
    if (isWatching) return;
    isWatching = true;
    setTimeout(() => void check(), Math.max(1, inMs)).unref();
  };

  pool.on('acquire', (client) => {
    inUseSince.set(client, performance.now());
    watch(suspectAfterMs);
  });
  pool.on('release', (error, client) => {
    inUseSince.delete(client);
    if (!error) answerCount += 1;
  });
  pool.on('remove', (client) => inUseSince.delete(client));
}

/** Ends a connection during its query, which then fails as terminated; the pool replaces the connection. */
function giveUp(client: pg.PoolClient): void {
  // Abandoned because it does not respond: its end does not matter.
  if (client instanceof pg.Client) client.end().catch(() => undefined);
}

/** True if the server responds to a new connection, even with a refusal. */
async function answersAtAll(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, application_name: 'probe' });
  // A failure of the connection is part of the result; without a listener it would end the process.
  client.on('error', () => undefined);
  const answer = client.connect().then(
    () => true,
    (error: unknown) => error instanceof pg.DatabaseError,
  );
  const silence = new Promise<false>((resolve) => {
    // Runs after the I/O of that turn, so that a response that arrived while this process was busy counts.
    setTimeout(() => setImmediate(() => resolve(false)), probeTimeoutMs).unref();
  });
  const isAnswered = await Promise.race([answer, silence]);
  // The probe is complete, even if closing its connection fails.
  client.end().catch(() => undefined);
  return isAnswered;
}
