import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * First port to choose from: below the range that systems use for outgoing connections, and below the blocks of ports
 * reserved by cells.
 */
const firstPort = 10_000;
const endPort = 20_000;
const maxAttempts = 20;

/**
 * Starts a server on a random loopback port. When it cannot start, and another program listens on that port, starts it
 * on another port.
 * @throws the error of the start when the port is not the cause, or at the last attempt.
 */
export async function startOnRandomPort<Started>(start: (port: number) => Promise<Started>): Promise<Started> {
  for (let attempt = 1; ; attempt++) {
    const port = randomInt(firstPort, endPort);
    if (!(await isFree(port)) && attempt < maxAttempts) continue;
    try {
      return await start(port);
    } catch (error) {
      if (attempt === maxAttempts || (await isFree(port))) throw error;
    }
  }
}

/** True if nothing listens on the loopback port. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer((socket) => socket.destroy());
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
