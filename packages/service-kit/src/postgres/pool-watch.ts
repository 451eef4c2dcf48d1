import pg from 'pg';

/** Milliseconds after which a connection in use makes it worth asking whether the server still answers. */
const suspectAfterMs = 400;
/** Milliseconds that a server which runs may take to answer a new connection; with the above, callers hear within 2 s. */
const probeTimeoutMs = 1000;

/**
 * Tells a slow query from a server that hangs: while connections are in use for long, a connection of its own is tried.
 * When neither that one is answered nor any other meanwhile, the connections in use are ended, so that a caller
 * that waits on them hears that the database is away. Slow work on a server that answers goes on.
 */
export function watchPool(pool: pg.Pool, connectionString: string): void {
  const inUseSince = new Map<pg.PoolClient, number>();
  let isWatching = false;
  /** Work that was done; on a machine that is overloaded a new connection may take longer than that. */
  let answerCount = 0;

  const check = async () => {
    const isSuspect = [...inUseSince.values()].some((since) => performance.now() - since >= suspectAfterMs);
    const before = answerCount;
    const answers = !isSuspect || (await answersAtAll(connectionString));
    if (!answers && answerCount === before) for (const client of inUseSince.keys()) giveUp(client);
    isWatching = false;
    if (inUseSince.size === 0) return;
    // A server that has just answered is asked again after a while, another as soon as a use becomes suspect.
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

/** Ends a connection under its query, which then fails as terminated; the pool replaces the connection. */
function giveUp(client: pg.PoolClient): void {
  // Given up because it does not answer: nothing is expected of its end.
  if (client instanceof pg.Client) client.end().catch(() => undefined);
}

/** Whether the server answers a new connection, be it with a refusal of its own. */
async function answersAtAll(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, application_name: 'probe' });
  // What breaks the connection shows in the answer; without a listener it would end the process.
  client.on('error', () => undefined);
  const answer = client.connect().then(
    () => true,
    (error: unknown) => error instanceof pg.DatabaseError,
  );
  const silence = new Promise<false>((resolve) => {
    // After the I/O of that turn: an answer that came while this process was busy counts.
    setTimeout(() => setImmediate(() => resolve(false)), probeTimeoutMs).unref();
  });
  const isAnswered = await Promise.race([answer, silence]);
  // The probe has done its work, whether its connection ends well or not.
  client.end().catch(() => undefined);
  return isAnswered;
}
