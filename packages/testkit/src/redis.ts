import { startServerProcess, type TestServer, withUrl } from './server-process.ts';

export type RedisServer = TestServer & { readonly url: string };

/** Starts a real redis-server without persistence. */
export async function startRedis(): Promise<RedisServer> {
  const server = await startServerProcess({
    program: 'redis-server',
    installHint: 'apt-get install redis-server, or https://redis.io/docs/latest/operate/oss_and_stack/install',
    args: (directory, port) => [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      directory,
    ],
  });
  return withUrl(server, `redis://127.0.0.1:${server.port}`);
}
