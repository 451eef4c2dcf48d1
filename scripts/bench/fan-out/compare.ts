import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithThisProcess } from '@cellwright/testkit';
import type { Cost, Kind, Order, Received, ServerName } from './messages.ts';

const clientCount = Number(process.argv[2] ?? 1000);
const rounds = 5;

function hear<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve) => child.once('message', (message: T) => resolve(message)));
}

/**
 * Compares the CPU cost (ms) of one message to 1,000 clients in the product's server and a bare one: alternating in one
 * run, each with its own clients. `ratio` is the median of the rounds.
 */
export async function compareFanOut(kind: Kind, order: Order, goal: number) {
  const children: ChildProcess[] = [];
  const start = async (name: ServerName) => {
    const server = endWithThisProcess(fork(new URL('./server.ts', import.meta.url), [name, kind]));
    children.push(server);
    const { url } = await hear<{ url: string }>(server);
    const clients = endWithThisProcess(
      fork(new URL('./clients.ts', import.meta.url), [url, kind, String(clientCount)]),
    );
    children.push(clients);
    await hear<Received>(clients);
    return { server, clients };
  };
  try {
    const servers = { product: await start('product'), peer: await start('peer') };
    const measure = async ({ server, clients }: (typeof servers)['product']) => {
      const countReceived = () => {
        const answer = hear<Received>(clients);
        clients.send({});
        return answer;
      };
      const before = await countReceived();
      const cost = hear<Cost>(server);
      server.send(order);
      const { cpuMS } = await cost;
      await sleep(500);
      const received = (await countReceived()).received - before.received;
      return { cpuMSPerMessage: cpuMS / order.count, received };
    };
    // Warms up until both are compiled.
    for (const server of Object.values(servers)) await measure(server);
    const measured = [];
    for (let round = 0; round < rounds; round++) {
      const [product, peer] = [await measure(servers.product), await measure(servers.peer)];
      measured.push({ product, peer, ratio: product.cpuMSPerMessage / peer.cpuMSPerMessage });
    }
    const ratio = measured.map((round) => round.ratio).sort((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
    const expected = clientCount * order.count;
    const isComplete = measured.every(({ product, peer }) => product.received >= expected && peer.received >= expected);
    return { kind, clientCount, order, goal, ratio, met: ratio <= goal && isComplete, isComplete, rounds: measured };
  } finally {
    for (const child of children) child.kill();
  }
}
