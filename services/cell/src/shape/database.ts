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
}

/** Starts the embedded database and keeps it running on the same port: a killed server is back within seconds. */
export async function startCellDatabase(options: CellDatabaseOptions): Promise<CellDatabase> {
  const { directory, clock, log, onProgress, onProcess } = options;
  let server: EmbeddedPostgres = await startEmbeddedPostgres({ directory, log, onProgress });
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

  await ensureDatabase(server.connectionString(), databaseName);
  return {
    url: server.connectionString(databaseName),
    async stop() {
      stopping.abort();
      await server.stop();
    },
  };
}
