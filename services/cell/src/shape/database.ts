import type { Clock } from '@cellwright/domain';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@cellwright/embedded-postgres';
import type { Logger } from '@cellwright/service-kit';
import { ensureDatabase } from '@cellwright/service-kit/postgres';
import type { CellProcess } from '../supervision/supervisor.ts';

const databaseName = 'cellwright';
const longestDelayMS = 5000;

export interface CellDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

export interface CellDatabaseOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onProgress: (message: string) => void;
  /** Told of every start of the server. */
  readonly onProcess: (process: CellProcess) => void;
  /** Aborts the start. */
  readonly signal: AbortSignal;
}

/** Starts the embedded database and keeps it running on the same port: a killed server is back within seconds. */
export async function startCellDatabase(options: CellDatabaseOptions): Promise<CellDatabase> {
  const { directory, clock, log, onProgress, onProcess, signal } = options;
  let server: EmbeddedPostgres = await startEmbeddedPostgres({ directory, log, onProgress, signal });
  const { port } = server;
  const announce = () => onProcess({ name: 'postgres', pid: server.pid, port });
  announce();
  const stopping = new AbortController();

  const revive = async (): Promise<void> => {
    for (let delayMS = 100; !stopping.signal.aborted; delayMS = Math.min(delayMS * 2, longestDelayMS)) {
      try {
        // Gives the folder up, so that it can be claimed again.
        await server.stop();
        server = await startEmbeddedPostgres({ directory, log, port });
        announce();
        watch();
        return;
      } catch (error) {
        log.error('the database could not be started again', { error, delayMS });
        await clock.sleep(delayMS, stopping.signal).catch(() => undefined);
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
    await ensureDatabase(server.connectionString(), databaseName);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: server.connectionString(databaseName), stop };
}
