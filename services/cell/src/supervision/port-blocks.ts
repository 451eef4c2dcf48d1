import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below what systems give to outgoing connections: one of those would take a port before its service listens there. */
const firstPort = 20_000;
const blockSize = 32;
const blocks = Math.floor((32_768 - firstPort) / blockSize);
const mostAttempts = 100;

/** Loopback ports of one process, found one after the other. */
export interface PortFinder {
  /** A port that nobody uses now. */
  findFreePort(): Promise<number>;
  /** Ports that nobody uses now, each its own. */
  findFreePorts<Name extends string>(names: readonly Name[]): Promise<Record<Name, number>>;
}

/**
 * Gives ports out of blocks that the process holds until it ends: it listens at the first port of each, so that
 * another cell takes another block. Without that, two cells that start at once could both find the same port free,
 * as nobody listens there until its service does.
 */
export function createPortFinder(): PortFinder {
  let left: number[] = [];

  const findPort = async (): Promise<number> => {
    for (;;) {
      if (left.length === 0) left = await holdBlock();
      const port = left.shift();
      if (port !== undefined && (await isFree(port))) return port;
    }
  };
  /** One after the other: two at once would each hold a block of their own. */
  let last: Promise<unknown> = Promise.resolve();
  const findFreePort = (): Promise<number> => {
    const port = last.then(findPort, findPort);
    last = port;
    return port;
  };

  return {
    findFreePort,
    findFreePorts: async (names) => {
      const ports = await Promise.all(names.map(findFreePort));
      // Sound: every name has a port.
      return Object.fromEntries(names.map((name, index) => [name, ports[index]])) as Record<
        (typeof names)[number],
        number
      >;
    },
  };
}

export const { findFreePort, findFreePorts } = createPortFinder();

/**
 * The ports of a block that nobody else holds.
 * @throws when so many blocks are held that none is found.
 */
async function holdBlock(): Promise<number[]> {
  for (let attempt = 1; ; attempt += 1) {
    const first = firstPort + randomInt(blocks) * blockSize;
    try {
      const holder = await listen(first);
      holder.unref();
      return Array.from({ length: blockSize - 1 }, (_, index) => first + 1 + index);
    } catch (error) {
      if (attempt === mostAttempts) throw error;
    }
  }
}

/** True if a program can listen there. A service of a killed cell, or another program, may listen in a held block too. */
export async function isFree(port: number): Promise<boolean> {
  try {
    const server = await listen(port);
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}

/** @throws when the port is taken. */
async function listen(port: number): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
