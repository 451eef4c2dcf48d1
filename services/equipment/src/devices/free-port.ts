import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { ProductError } from '@cellwright/domain/basics';

/** Port range below the ephemeral ports of the kernel, so that a stored port stays free. */
const firstPort = 15_000;
const lastPort = 31_999;
const attempts = 200;

/** Returns a free TCP port on loopback. Random, so that cells on one machine rarely choose the same. */
export async function findSimulatorPort(taken: ReadonlySet<number>): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = randomInt(firstPort, lastPort + 1);
    if (!taken.has(port) && (await isFree(port))) return port;
  }
  throw new ProductError('unavailable', 'No free port was found for the simulator. Enter simulatorPort yourself');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1' }, () => probe.close(() => resolve(true)));
  });
}
