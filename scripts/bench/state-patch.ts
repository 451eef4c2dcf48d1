// Measures the time of a state patch from the runner to a socket client: over the product's path (state store, NATS,
// gateway, socket) and over a bare relay with the same hops (NATS, ws). Runner, gateway, relay and client are separate
// processes, as in a cell of services. Alternates every few patches and prints JSON: the figures of each round, and the
// medians of their ratios. Usage: npx tsx scripts/bench/state-patch.ts [rounds] [patches per round] Needs nats-server
// on the PATH.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithThisProcess, startNats } from '@cellwright/testkit';
import WebSocket from 'ws';
import { type Address, type Beginning, type Sent, type WayName, wayNames } from './state-patch/links.ts';

const rounds = Number(process.argv[2] ?? 5);
const perRound = Number(process.argv[3] ?? 1000);
/** Longer than the store's own gathering time, so that every change is a separate patch. */
const spacingMS = 13;
/** Patches before the other path has its turn: other load on the machine affects both equally. */
const perTurn = 10;
const goal = 1.5;

const nats = await startNats({ jetstream: true });
const children: ChildProcess[] = [];

function hear<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve) => child.once('message', (message: T) => resolve(message)));
}

async function start(file: string, args: readonly string[], runnerAddress: string) {
  const child = endWithThisProcess(fork(new URL(`./state-patch/${file}`, import.meta.url), args));
  children.push(child);
  const beginning: Beginning = { natsURL: nats.url, runnerAddress };
  child.send(beginning);
  const { address } = await hear<Address>(child);
  return { child, address };
}

async function openClient(address: string): Promise<WebSocket> {
  const client = new WebSocket(address);
  await once(client, 'open');
  return client;
}

/** Waits for the snapshot of the product's client before the first patch. */
async function admit(client: WebSocket): Promise<void> {
  const ready = new Promise<void>((resolve) =>
    client.on('message', (data) => String(data).includes('"snapshot"') && resolve()),
  );
  client.send(JSON.stringify({ kind: 'authenticate', token: 'bench' }));
  await ready;
}

const runner = await start('runner.ts', [], '');
const clients: Record<WayName, WebSocket> = {
  product: await openClient((await start('gateway.ts', ['product'], runner.address)).address),
  peer: await openClient((await start('gateway.ts', ['peer'], runner.address)).address),
};
await admit(clients.product);

/** Returns the time from the change to the client's message, ms. */
async function sendOne(way: WayName): Promise<number> {
  const client = clients[way];
  const arrival = new Promise<bigint>((resolve) => {
    const listen = (data: WebSocket.RawData) => {
      const arrivedAt = process.hrtime.bigint();
      if (!String(data).includes('"/speedRestrictionPercentage"')) return;
      client.off('message', listen);
      resolve(arrivedAt);
    };
    client.on('message', listen);
  });
  const sent = hear<Sent>(runner.child);
  runner.child.send(way);
  const [{ sentAt }, arrivedAt] = await Promise.all([sent, arrival]);
  return Number(arrivedAt - BigInt(sentAt)) / 1e6;
}

async function measure(way: WayName, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    await sleep(spacingMS);
    times.push(await sendOne(way));
  }
  return times;
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

interface Figures {
  readonly p50: number;
  readonly p99: number;
}

/** Measures both paths in turn. */
async function measureRound(): Promise<Record<WayName, Figures>> {
  const times: Record<WayName, number[]> = { product: [], peer: [] };
  for (let turn = 0; turn < perRound / perTurn; turn++) {
    for (const way of wayNames) times[way].push(...(await measure(way, perTurn)));
  }
  const figures = (way: WayName) => ({ p50: quantile(times[way], 0.5), p99: quantile(times[way], 0.99) });
  return { product: figures('product'), peer: figures('peer') };
}

for (const way of wayNames) await measure(way, 200);
const results: Record<WayName, Figures>[] = [];
while (results.length < rounds) results.push(await measureRound());
const median = (read: (round: Record<WayName, Figures>) => number) => quantile(results.map(read), 0.5);
const ratio = {
  p50: median(({ product, peer }) => product.p50 / peer.p50),
  p99: median(({ product, peer }) => product.p99 / peer.p99),
};
console.log(
  JSON.stringify({ perRound, perTurn, unit: 'ms', rounds: results, medianRatio: ratio, goal, met: ratio.p99 <= goal }),
);
for (const client of Object.values(clients)) client.terminate();
for (const child of children) child.kill();
await nats.stop();
