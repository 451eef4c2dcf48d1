import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { isDatabaseUnavailable, UnconfirmedCommitError } from './pool.ts';

/**
 * Creates a Kysely dialect over a pool of pg. Unlike kysely's own driver it never returns a connection in an unknown
 * state: one with an abandoned query or a failed rollback is closed.
 */
export function createPoolDialect(pool: pg.Pool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PoolDriver(pool),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PoolConnection implements DatabaseConnection {
  private failure: Error | undefined;
  private readonly client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.client = client;
  }

  get isBroken(): boolean {
    return this.failure !== undefined;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const { command, rowCount, rows } = await this.client.query(sql, [...parameters]);
      return { rows, numAffectedRows: command === 'SELECT' ? undefined : BigInt(rowCount ?? 0) };
    } catch (error) {
      // A refusal by the server does not affect the connection.
      if (error instanceof Error && !(error instanceof pg.DatabaseError)) this.failure = error;
      throw error;
    }
  }

  streamQuery(): never {
    throw new Error('rows are read whole; ask for them page by page');
  }

  release(): void {
    this.client.release(this.failure);
  }
}

class PoolDriver implements Driver {
  private readonly pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PoolConnection> {
    return new PoolConnection(await this.pool.connect());
  }

  async beginTransaction(
    connection: PoolConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel ? ` ISOLATION LEVEL ${isolationLevel}` : '';
    const access = accessMode ? ` ${accessMode}` : '';
    await connection.executeQuery(CompiledQuery.raw(`BEGIN${level}${access}`));
  }

  async commitTransaction(connection: PoolConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('COMMIT'));
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      throw new UnconfirmedCommitError('The database did not confirm a commit', { cause: error });
    }
  }

  async rollbackTransaction(connection: PoolConnection): Promise<void> {
    // A broken connection is closed, and the server rolls back its transaction.
    if (!connection.isBroken) await connection.executeQuery(CompiledQuery.raw('ROLLBACK'));
  }

  async releaseConnection(connection: PoolConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    await this.pool.end();
  }
}
