import { connect } from 'node:net';

export { startOnRandomPort } from '@cellwright/embedded-postgres';

/**
 * A loopback port without a listener: reserved for a service that no machine runs, and never assigned to another
 * program.
 */
export const closedPort = 9;

/** Resolves when a program accepts connections on the port. @throws Error after the timeout. */
export async function waitForPort(port: number, timeoutMs = 30_000): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (performance.now() < end) {
    if (await accepts(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`nothing listens on port ${port} after ${timeoutMs} ms`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
