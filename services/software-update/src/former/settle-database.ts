import { createHash } from 'node:crypto';
import type { Logger } from '@cellwright/service-kit';
import pg from 'pg';
import { type InstallRecord, isUnderWay, type Journal } from '../domain/journal.ts';

export interface SettleOptions {
  /** URL of the database for its owner, who can create databases. */
  readonly url: string;
  readonly journal: Pick<Journal, 'findLast'>;
  readonly runningBuildID: string;
  readonly log: Pick<Logger, 'info'>;
  /** Called before each step; for tests. */
  readonly onStep?: (step: string) => Promise<void> | void;
}

/** 'copied' before a new build migrates; 'restored' when the previous build runs again. */
export type Settled = 'unchanged' | 'copied' | 'restored';

/**
 * Provides the starting build with the database of its version, before other connections and before migrations.
 *
 * A new build first copies the database, as it was at the switch, under another name. If the previous build starts again
 * before the install is committed, it takes the copy back by renaming, and everything that the new build wrote is
 * dropped. Every step is one statement that Postgres completes or undoes, and a start after a crash continues at the
 * next one.
 */
export async function settleDatabase({ url, journal, ...options }: SettleOptions): Promise<Settled> {
  const record = await journal.findLast();
  if (!record) return 'unchanged';
  const client = new pg.Client({ connectionString: maintenanceURL(url), application_name: 'update' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await settle(new Databases(client, url, record, options.onStep), record, options);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function settle(
  databases: Databases,
  record: InstallRecord,
  { runningBuildID, log }: Pick<SettleOptions, 'runningBuildID' | 'log'>,
): Promise<Settled> {
  const { main, former, givenUp } = databases;
  let settled: Settled = 'unchanged';
  await databases.read();
  await databases.dropOthers();
  const isFormer = isUnderWay(record) && runningBuildID === record.fromBuildID;
  if (isFormer && databases.has(former) && databases.has(main)) {
    await databases.drop(givenUp);
    await databases.rename(main, givenUp);
  }
  // Also after a crash between the two renames.
  if (databases.has(former) && !databases.has(main)) {
    await databases.rename(former, main);
    log.info('the database is again as it was before the update', { install: record.id });
    settled = 'restored';
  }
  await databases.drop(givenUp);
  const isNew = record.outcome === 'running' && runningBuildID === record.build.buildId;
  if (isNew && databases.has(main) && !databases.has(former)) {
    await databases.copy(main, former);
    log.info('the database was copied for a rollback', { install: record.id });
    return 'copied';
  }
  if (!isUnderWay(record)) await databases.drop(former);
  return settled;
}

/** Removes the copy once an install is committed. */
export async function dropFormerDatabase(url: string, record: InstallRecord): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceURL(url), application_name: 'update' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const databases = new Databases(client, url, record);
    await databases.read();
    await databases.drop(databases.former);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Facts about the database that an install needs. */
export interface DatabaseFacts {
  /** Size in bytes. */
  readonly size: number;
  /** True if the owner may create databases: without it no rollback is possible. */
  readonly canCopy: boolean;
}

export async function readDatabaseFacts(url: string): Promise<DatabaseFacts> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, application_name: 'update' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ size: string; canCopy: boolean }>(
      `SELECT pg_database_size(current_database()) AS size,
         (SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user) AS "canCopy"`,
    );
    return { size: Number(rows[0]?.size ?? 0), canCopy: rows[0]?.canCopy === true };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Renaming and copying need a connection to another database. */
function maintenanceURL(url: string): string {
  const other = new URL(url);
  other.pathname = '/postgres';
  return other.href;
}

/** Postgres cuts longer names. */
const maxStemLength = 36;

/** The database of the cell, its copy for a rollback, and the one that a rollback drops. */
class Databases {
  readonly main: string;
  /** Named after the install, so that copies of different installs are not confused. */
  readonly former: string;
  readonly givenUp: string;
  readonly #copies: string;
  readonly #client: pg.Client;
  readonly #onStep: (step: string) => Promise<void> | void;
  #found = new Set<string>();

  constructor(
    client: pg.Client,
    url: string,
    { id }: InstallRecord,
    onStep: SettleOptions['onStep'] = () => undefined,
  ) {
    this.main = decodeURIComponent(new URL(url).pathname.slice(1));
    const stem = this.main.slice(0, maxStemLength);
    this.#copies = `${stem}_before_`;
    this.former = `${this.#copies}${createHash('sha256').update(id).digest('hex').slice(0, 12)}`;
    this.givenUp = `${stem}_given_up`;
    this.#client = client;
    this.#onStep = onStep;
  }

  has(name: string): boolean {
    return this.#found.has(name);
  }

  /** Reads which databases there are. One whose removal was interrupted counts as none, and is removed. */
  async read(): Promise<void> {
    const { rows } = await this.#client.query<{ name: string; isBroken: boolean }>(
      `SELECT datname AS name, datconnlimit = -2 AS "isBroken" FROM pg_database
       WHERE datname = ANY($1) OR starts_with(datname, $2)`,
      [[this.main, this.givenUp], this.#copies],
    );
    this.#found = new Set(rows.map(({ name }) => name));
    for (const { name, isBroken } of rows) if (isBroken) await this.drop(name);
  }

  /** Drops the copies of earlier installs. */
  async dropOthers(): Promise<void> {
    for (const name of [...this.#found])
      if (name.startsWith(this.#copies) && name !== this.former) await this.drop(name);
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#onStep(`rename to ${to}`);
    await this.#disconnect(from);
    await this.#client.query(`ALTER DATABASE ${pg.escapeIdentifier(from)} RENAME TO ${pg.escapeIdentifier(to)}`);
    this.#found.delete(from);
    this.#found.add(to);
  }

  async copy(from: string, to: string): Promise<void> {
    await this.#onStep('copy');
    await this.#disconnect(from);
    await this.#client.query(`CREATE DATABASE ${pg.escapeIdentifier(to)} TEMPLATE ${pg.escapeIdentifier(from)}`);
    this.#found.add(to);
    await this.#onStep('copied');
  }

  async drop(name: string): Promise<void> {
    if (!this.has(name)) return;
    await this.#onStep(`drop ${name}`);
    await this.#client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`);
    this.#found.delete(name);
  }

  /** Ends connections of a killed process. */
  async #disconnect(name: string): Promise<void> {
    await this.#client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  }
}
