import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { startServerProcess } from './server-process.ts';

const others: Server[] = [];
afterEach(() => {
  for (const other of others.splice(0)) other.close();
});

async function occupy(port: number): Promise<void> {
  const other = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
  await once(other, 'listening');
  others.push(other);
}

it('startServerProcess takes another port if another program listens on the first one before the server does', async () => {
  const tried: number[] = [];
  const server = await startServerProcess({
    program: process.execPath.split('/').at(-1) ?? 'node',
    installHint: 'Node.js',
    args: async (_directory, port) => {
      tried.push(port);
      if (tried.length === 1) await occupy(port);
      return ['-e', `require('node:net').createServer().listen(${port}, '127.0.0.1')`];
    },
  });
  expect(tried).toHaveLength(2);
  expect(server.port).toBe(tried[1]);
  await server.stop();
});
