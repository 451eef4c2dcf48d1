// Measures authenticated reads of one entity through the gateway: from its replica against a bare fastify hello, and
// from the owner against a bare relay with the same hops. Servers are separate processes and alternate in one run.
// Prints JSON. Usage: npx tsx scripts/bench/entity-read.ts [rounds]
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundleServer } from './as-shipped.ts';
import { loadReads, median } from './read-load.ts';

const rounds = Number(process.argv[2] ?? 5);
const turnMS = 1500;
const goals = { ownerOverRelay: 1.5 };
const children: ChildProcess[] = [];

const start = await bundleServer(new URL('./entity-read-server.ts', import.meta.url), children);

const load = (url: string, connections: number) =>
  loadReads(url, '/api/v1/cell/variables/variable_1', connections, turnMS);

try {
  const owner = await start('owner');
  const replica = await start('replica', owner);
  const hello = await start('hello');
  const product = await start('product', owner);
  const relay = await start('relay', owner);
  await sleep(1000);
  for (const url of [replica, hello, product, relay]) await load(url, 16);
  const measured = [];
  for (let round = 0; round < rounds; round++) {
    measured.push({
      replica: await load(replica, 16),
      hello: await load(hello, 16),
      product: await load(product, 1),
      relay: await load(relay, 1),
    });
  }
  const replicaOverHello = median(measured.map((round) => round.replica.perSecond / round.hello.perSecond));
  const ownerOverRelay = median(measured.map((round) => round.product.p50MS / round.relay.p50MS));
  const met = { ownerOverRelay: ownerOverRelay <= goals.ownerOverRelay };
  console.log(JSON.stringify({ goals, replicaOverHello, ownerOverRelay, met, rounds: measured }, null, 2));
} finally {
  for (const child of children) child.kill();
}
