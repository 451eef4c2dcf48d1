import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Resolves when something accepts connections on a loopback port; rejects when the signal aborts. */
export async function waitForPort(port: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    if (await isPortTaken(port)) return;
    await delay(20, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** Whether somebody accepts connections on a loopback port. */
export function isPortTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const answer = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
  });
}

/** Below what systems give to outgoing connections: one of those would take a port before its service listens there. */
const chosenPorts = { first: 20_000, end: 32_768 };
const mostAttempts = 100;
/** Given out already: until its service listens there, nothing else shows that a port has an owner. */
const given = new Set<number>();

/** A loopback port that nobody uses now. */
export async function findFreePort(): Promise<number> {
  const server = await listenSomewhere();
  const port = portOf(server);
  await end(server);
  return port;
}

/** Loopback ports that nobody uses now, each its own. */
export async function findFreePorts<Name extends string>(names: readonly Name[]): Promise<Record<Name, number>> {
  const servers = await Promise.all(names.map(() => listenSomewhere()));
  const ports = servers.map(portOf);
  await Promise.all(servers.map(end));
  // Sound: every name has a server.
  return Object.fromEntries(names.map((name, index) => [name, ports[index]])) as Record<Name, number>;
}

/** @throws when so many ports are taken that none is found. */
async function listenSomewhere(): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const server = createServer();
    const port = randomInt(chosenPorts.first, chosenPorts.end);
    if (given.has(port) && attempt < mostAttempts) continue;
    given.add(port);
    server.listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
      return server;
    } catch (error) {
      if (attempt === mostAttempts) throw error;
    }
  }
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function end(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
