import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * First port: below the range of outgoing connections, one of which could occupy a port before its service listens
 * there.
 */
const firstPort = 20_000;
const blockSize = 32;
const blocks = Math.floor((32_768 - firstPort) / blockSize);
const mostAttempts = 100;

/** Finds loopback ports for one process. */
export interface PortFinder {
  /** Returns a free port. */
  findFreePort(): Promise<number>;
  /** Returns distinct free ports. */
  findFreePorts<Name extends string>(names: readonly Name[]): Promise<Record<Name, number>>;
}

/**
 * Creates a finder that returns ports of blocks reserved until the process ends: it listens at the first port of each,
 * so that another cell uses another block. Otherwise two cells that start at once could find the same port free before
 * its service listens.
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
  /** One after the other, because two at once would each reserve a block. */
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
 * Returns the ports of a newly reserved block.
 * @throws Error when no block is free.
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

/**
 * True if a program can listen there. A service of a killed cell, or another program, may listen in a reserved block
 * too.
 */
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

/**
 * Listens on a port.
 * @throws Error when it is occupied.
 */
async function listen(port: number): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
