import { ProductError } from '@cellwright/domain/basics';
import { storeMessages } from '@cellwright/domain/messages';
import pg from 'pg';
import { watchPool } from './pool-watch.ts';

export interface PoolOptions {
  readonly connectionString: string;
  /** Schema of the service; becomes the search path. */
  readonly schema: string;
  /** Maximum number of connections. Default 10. */
  readonly max?: number;
  /** Name of the connections in the database. Default: the schema. */
  readonly name?: string | undefined;
}

/** Maximum time that a request waits for a connection, ms: including the round trip, callers fail within 2 s. */
const acquireTimeoutMs = 1500;
/** Maximum time of a query before its connection is abandoned, on a server that responds to others, ms. */
const queryTimeoutMs = 10_000;
/** Shorter than that, so that the server ends such a query itself and the connection remains usable, ms. */
const statementTimeoutMs = 9000;

/** Returns the settings of a pg pool. */
export function poolConfig({ connectionString, schema, max = 10, name = schema }: PoolOptions): pg.PoolConfig {
  return {
    connectionString,
    max,
    connectionTimeoutMillis: acquireTimeoutMs,
    query_timeout: queryTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: name,
    options: `-c search_path=${schema} -c statement_timeout=${statementTimeoutMs}`,
  };
}

/**
 * Creates a pg pool with short waits: acquiring a connection, or a query on a server that hangs, fails within 2 s. Use
 * with `guardDatabase`.
 */
export function createPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool(poolConfig(options));
  // The pool replaces a broken connection; without a listener it would end the process, both idle and, between two
  // queries of a transaction, in use.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  watchPool(pool, options.connectionString);
  return pool;
}

const noAnswer = storeMessages.databaseSilent;
const diskIsFull = 'The disk of the database is full. Make room on it, then try again';

const isBusy = 'The database is busy with another change of the same data. Try again in a moment';

const isUnconfirmed = storeMessages.changeUnconfirmed;

/** The connection ended during a commit: the server may have committed the transaction. */
export class UnconfirmedCommitError extends Error {}

/**
 * Runs database work. When the database is unavailable, has no free connection or is busy with another change, throws
 * ProductError `unavailable`: nothing was changed, unless its details have the reason `unconfirmed`.
 */
export async function guardDatabase<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (hasCode(error, busyCodes)) throw new ProductError('unavailable', isBusy, undefined, { cause: error });
    if (error instanceof UnconfirmedCommitError)
      throw new ProductError('unavailable', isUnconfirmed, { reason: 'unconfirmed' }, { cause: error });
    if (!isDatabaseUnavailable(error)) throw error;
    const message = hasCode(error, diskFullCodes) ? diskIsFull : noAnswer;
    throw new ProductError('unavailable', message, undefined, { cause: error });
  }
}

/** Resolves when the pool's database responds; for health checks. */
export async function pingDatabase(pool: pg.Pool): Promise<void> {
  await guardDatabase(() => pool.query('SELECT 1'));
}

/** Postgres timed out waiting for a lock, or ended one of two deadlocked transactions. */
const busyCodes = new Set(['55P03', '40001', '40P01']);
const deadlockCodes = new Set(['40001', '40P01']);
const diskFullCodes = new Set(['53100']);
const unavailableCodes = new Set([
  // Node and pg: no connection.
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH'],
  // Postgres: shutting down, starting up, too many connections, disk or memory full.
  ...['57P01', '57P02', '57P03', '53000', '53100', '53200', '53300'],
  // Postgres: a statement took too long, possibly for a lock.
  '57014',
]);

const unavailableMessages =
  /timeout exceeded when trying to connect|connection terminated|query read timeout|cannot use a pool after|client has encountered a connection error/i;

/** True if an error of pg, or one of its causes, means that the database is unavailable now. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return chainOf(error).some((each) => {
    const code = 'code' in each ? each.code : undefined;
    if (typeof code === 'string' && (unavailableCodes.has(code) || code.startsWith('08'))) return true;
    return 'message' in each && unavailableMessages.test(String(each.message));
  });
}

/** True if Postgres ended the transaction because of another one: the same work can be repeated immediately. */
export function isDeadlock(error: unknown): boolean {
  return hasCode(error, deadlockCodes);
}

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  return chainOf(error).some((each) => 'code' in each && typeof each.code === 'string' && codes.has(each.code));
}

/** Returns an error and its causes, outermost first. */
function chainOf(error: unknown): object[] {
  const chain: object[] = [];
  for (let current = error; typeof current === 'object' && current !== null && chain.length < 8; ) {
    chain.push(current);
    current = 'cause' in current ? current.cause : undefined;
  }
  return chain;
}
