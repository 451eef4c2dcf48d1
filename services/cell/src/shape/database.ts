import { randomBytes } from 'node:crypto';
import { type Clock, rest } from '@cellwright/domain/basics';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@cellwright/embedded-postgres';
import { type Lifecycle, type Logger, systemClock } from '@cellwright/service-kit';
import { checkDatabase, ensureDatabase } from '@cellwright/service-kit/postgres';
import type { DataFolder } from '../data/data-folder.ts';
import { StartError } from '../start-error.ts';
import type { CellProcess } from '../supervision/supervisor.ts';
import type { DatabaseUrls } from './migrate-services.ts';
import type { ShapeContext } from './shape.ts';

const databaseName = 'cellwright';
const servicesRole = 'cellwright_services';
const longestDelayMS = 5000;

interface CellDatabase {
  /** URL as the superuser. */
  readonly url: string;
  stop(): Promise<void>;
}

interface CellDatabaseOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onProgress: (message: string) => void;
  /** Called after every start of the server. */
  readonly onProcess: (process: CellProcess) => void;
  /** Called with the URL of the database before it is opened. */
  readonly settle: (url: string) => Promise<void>;
  /** Aborts the start. */
  readonly signal: AbortSignal;
}

/** URLs of the cell's database. */
export interface CellDatabaseUrls {
  /** For services. */
  readonly services: string;
  /** For the owner of all tables, for backups; undefined if unknown. */
  readonly owner: string | undefined;
}

/**
 * Returns the URLs of the cell's database: the configured one, or the embedded one, which ends with the
 * cell. Its tables are migrated if their owner is known.
 */
export async function openDatabase(
  { config, folder, log, lifecycle, ...context }: ShapeContext,
  stops: Pick<Lifecycle, 'onStop'> = lifecycle,
  migrateTables: MigrateTables = migrateCell,
): Promise<CellDatabaseUrls> {
  if (config.DATABASE_URL) {
    const { DATABASE_URL: services, MIGRATIONS_DATABASE_URL: owner } = config;
    if (owner !== undefined) await settleUpdate(owner, context.env, folder, log);
    await refuseUnreachable(owner ?? services);
    if (owner !== undefined) await migrateTables({ owner, services }, log);
    return { services, owner };
  }
  const { onProgress, onProcess } = context;
  const signal = lifecycle.stopping;
  const settle = (url: string) => settleUpdate(url, context.env, folder, log);
  const options = { directory: folder.databasePath, clock: systemClock, log, onProgress, onProcess, signal, settle };
  const database = await startCellDatabase(options);
  stops.onStop('database', () => database.stop());
  const { url: owner } = database;
  const services = servicesUrlOf(owner);
  await migrateTables({ owner, services }, log);
  return { services, owner };
}

type MigrateTables = (urls: DatabaseUrls, log: Logger) => Promise<void>;

const migrateCell: MigrateTables = async (urls, log) => {
  const { migrateServices } = await import('./migrate-services.ts');
  await migrateServices(urls, log);
};

/** Provides the starting build with the database of its version, during an update. */
async function settleUpdate(url: string, env: NodeJS.ProcessEnv, folder: DataFolder, log: Logger): Promise<void> {
  const { RELEASES_FOLDER: releases, BUILD_ID: runningBuildID } = env;
  if (!releases || !runningBuildID) return;
  const { createJournalFile, locateJournal, settleDatabase } = await import('@cellwright/software-update/migrations');
  const journal = createJournalFile(locateJournal(folder.softwarePath));
  await settleDatabase({ url, journal, runningBuildID, log });
}

/** Returns the URL of the services' role, with a new password at each start. */
function servicesUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = servicesRole;
  url.password = randomBytes(24).toString('base64url');
  return url.href;
}

async function refuseUnreachable(url: string): Promise<void> {
  try {
    await checkDatabase(url);
  } catch (error) {
    const { host, pathname } = new URL(url);
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The database ${host}${pathname} of DATABASE_URL cannot be used (${why}). Start it, or remove DATABASE_URL to use the database of the cell`,
    );
  }
}

/** Starts the embedded database and keeps it running on the same port: a killed server is back within seconds. */
async function startCellDatabase(options: CellDatabaseOptions): Promise<CellDatabase> {
  const { directory, clock, log, onProgress, onProcess, settle, signal } = options;
  let server: EmbeddedPostgres = await startEmbeddedPostgres({ directory, log, onProgress, signal });
  const { port } = server;
  const announce = () => onProcess({ name: 'postgres', pid: server.pid, port });
  announce();
  const stopping = new AbortController();

  const revive = async (): Promise<void> => {
    for (let delayMS = 100; !stopping.signal.aborted; delayMS = Math.min(delayMS * 2, longestDelayMS)) {
      try {
        // Releases the folder, so that it can be claimed again.
        await server.stop();
        server = await startEmbeddedPostgres({ directory, log, port });
        announce();
        watch();
        return;
      } catch (error) {
        log.error('the database could not be started again', { error, delayMS });
        await rest(clock, delayMS, stopping.signal);
      }
    }
  };
  const watch = (): void => {
    void server.exited.then((how) => {
      if (stopping.signal.aborted) return;
      log.warn('the database ended; it is started again', how);
      void revive();
    });
  };
  watch();

  const stop = async () => {
    stopping.abort();
    await server.stop();
  };
  try {
    await settle(server.connectionString(databaseName));
    await ensureDatabase(server.connectionString(), databaseName);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: server.connectionString(databaseName), stop };
}
