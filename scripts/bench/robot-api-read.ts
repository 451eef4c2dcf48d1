// Measures reads of the robot API against a bare relay with the same hops: the position of the arm, which the runner
// provides. Servers are separate processes and alternate in one run. Prints JSON. Usage: npx tsx
// scripts/bench/robot-api-read.ts [rounds]
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundleServer } from './as-shipped.ts';
import { loadReads, median } from './read-load.ts';

const rounds = Number(process.argv[2] ?? 5);
const turnMS = 1500;
const goal = 1.5;
const path = '/api/v1/movement/position/arm';
const children: ChildProcess[] = [];

const start = await bundleServer(new URL('./robot-api-read-server.ts', import.meta.url), children);

try {
  const runner = await start('runner');
  const product = await start('product', runner);
  const relay = await start('relay', runner);
  await sleep(1000);
  for (const url of [product, relay]) await loadReads(url, path, 1, turnMS);
  const measured = [];
  for (let round = 0; round < rounds; round++) {
    measured.push({
      product: await loadReads(product, path, 1, turnMS),
      relay: await loadReads(relay, path, 1, turnMS),
    });
  }
  const productOverRelay = median(measured.map((round) => round.product.p50MS / round.relay.p50MS));
  console.log(JSON.stringify({ goal, productOverRelay, isMet: productOverRelay <= goal, rounds: measured }, null, 2));
} finally {
  for (const child of children) child.kill();
}
