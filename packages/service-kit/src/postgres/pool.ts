import { ProductError } from '@cellwright/domain';
import pg from 'pg';
import { watchPool } from './pool-watch.ts';

export interface PoolOptions {
  readonly connectionString: string;
  /** Schema of the service; becomes the search path. */
  readonly schema: string;
  /** Connections at most. Default 10. */
  readonly max?: number;
}

/** Milliseconds a request waits for a connection: with the round trip, callers hear within 2 s that there is none. */
const acquireTimeoutMs = 1500;
/** Milliseconds a query may take before its connection is given up, on a server that answers others. */
const queryTimeoutMs = 10_000;

/** Settings for a pg pool, also for the one inside Prisma's adapter: `new PrismaPg(poolConfig(…), { schema })`. */
export function poolConfig({ connectionString, schema, max = 10 }: PoolOptions): pg.PoolConfig {
  return {
    connectionString,
    max,
    connectionTimeoutMillis: acquireTimeoutMs,
    query_timeout: queryTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: schema,
    options: `-c search_path=${schema}`,
  };
}

/**
 * A pg pool that keeps nobody waiting for long: acquiring a connection, or a query of a server that hangs, fails within
 * 2 s. Use with `guardDatabase`.
 */
export function createPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool(poolConfig(options));
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  watchPool(pool, options.connectionString);
  return pool;
}

/** Runs database work; when the database is away or has no free connection, throws ProductError `unavailable`. */
export async function guardDatabase<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isDatabaseUnavailable(error)
      ? new ProductError('unavailable', 'The database does not answer. Try again in a moment', undefined, {
          cause: error,
        })
      : error;
  }
}

/** Resolves when the pool's database answers; for health checks. */
export async function pingDatabase(pool: pg.Pool): Promise<void> {
  await guardDatabase(() => pool.query('SELECT 1'));
}

const unavailableCodes = new Set([
  // Node and pg: no connection.
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH'],
  // Postgres: shutting down, starting up, too many connections, disk or memory full.
  ...['57P01', '57P02', '57P03', '53000', '53100', '53200', '53300'],
  // Prisma: cannot reach, timed out, closed, no connection in the pool, no transaction could start.
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028'],
]);

const unavailableMessages =
  /timeout exceeded when trying to connect|connection terminated|query read timeout|cannot use a pool after|client has encountered a connection error|DatabaseNotReachable|ConnectionClosed|SocketTimeout/i;

/** Whether an error of pg or Prisma, or one of its causes, means that the database cannot serve now. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (
    let current: unknown = error, depth = 0;
    typeof current === 'object' && current !== null && depth < 8;
    depth += 1
  ) {
    const code = 'code' in current ? current.code : undefined;
    if (typeof code === 'string' && (unavailableCodes.has(code) || code.startsWith('08'))) return true;
    const kind = 'kind' in current ? current.kind : undefined;
    const message = 'message' in current ? current.message : undefined;
    if (unavailableMessages.test(`${String(kind)} ${String(message)}`)) return true;
    current = causeOf(current);
  }
  return false;
}

/** What is behind an error; Prisma keeps the error of its adapter in `meta`. */
function causeOf(error: object): unknown {
  if ('cause' in error) return error.cause;
  const meta = 'meta' in error ? error.meta : undefined;
  return typeof meta === 'object' && meta !== null && 'driverAdapterError' in meta
    ? meta.driverAdapterError
    : undefined;
}
