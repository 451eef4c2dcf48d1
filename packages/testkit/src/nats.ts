import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startServerProcess, type TestServer, withUrl } from './server-process.ts';

export type NatsServer = TestServer & { readonly url: string };

export interface NatsServerOptions {
  /** Default true. */
  readonly jetstream?: boolean;
  /** Maximum size of all streams on disk, bytes. Default 256 MiB. */
  readonly maxFileStore?: number;
  /** Folder of the streams, for example on a small file system. Default: the server's own folder. */
  readonly storeDirectory?: string;
  /** Additional configuration of the server, for example its accounts. */
  readonly config?: string;
}

/** Starts a real nats-server with its own store. */
export async function startNats({
  jetstream = true,
  maxFileStore = 256 * 1024 * 1024,
  storeDirectory,
  config: more = '',
}: NatsServerOptions = {}): Promise<NatsServer> {
  const server = await startServerProcess({
    program: 'nats-server',
    installHint:
      'apt-get install nats-server, or https://docs.nats.io/running-a-nats-service/introduction/installation',
    args: async (directory, port) => {
      const config = join(directory, 'nats.conf');
      const store = `jetstream { store_dir: "${storeDirectory ?? directory}", max_memory_store: 16777216, max_file_store: ${maxFileStore} }\n`;
      await writeFile(config, `listen: "127.0.0.1:${port}"\n${jetstream ? store : ''}${more}`);
      return ['--config', config];
    },
  });
  return withUrl(server, `nats://127.0.0.1:${server.port}`);
}
