// Relay from this process to a Service inside the namespaces: a local port, a socket file, and a program inside.
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Launcher } from './launcher.ts';

export interface Relay {
  readonly url: string;
  close(): Promise<void>;
}

const insideScript = `
  const net = require('node:net');
  const [file, host, port] = process.argv.slice(1);
  net.createServer((from) => {
    const to = net.connect({ host, port: Number(port) });
    from.pipe(to).pipe(from);
    for (const [one, other] of [[from, to], [to, from]]) one.on('error', () => other.destroy());
  }).listen(file);
`;

/** Opens it. */
export async function openRelay(
  launcher: Launcher,
  { folder, host, port }: { folder: string; host: string; port: number },
): Promise<Relay> {
  const file = join(folder, 'relay.sock');
  const program = launcher.start('relay', process.execPath, ['-e', insideScript, file, host, String(port)]);
  await launcher.waitFor(program, () => launcher.succeeds('test', ['-S', file]));
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(file);
    for (const socket of [from, to]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    from.pipe(to).pipe(from);
    from.on('error', () => to.destroy());
    to.on('error', () => from.destroy());
  });
  const localPort = await listen(server);
  return {
    url: `http://127.0.0.1:${localPort}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await program.stop();
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new Error('the relay has no port'));
    });
  });
}
