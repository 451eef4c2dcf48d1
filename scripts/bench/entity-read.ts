// Authenticated reads of one entity through the gateway: from its replica beside a bare fastify hello, and from the owner
// beside a bare relay with the same hops. Servers are processes of their own and take turns in one run. Prints JSON.
// Usage: npx tsx scripts/bench/entity-read.ts [rounds]
import { type ChildProcess, fork } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { goodToken } from '../../services/gateway/src/testing/gateway-bench.fixture.ts';

const rounds = Number(process.argv[2] ?? 5);
const turnMS = 1500;
const goals = { replicaOverHello: 0.6, ownerOverRelay: 1.5 };
const children: ChildProcess[] = [];

async function start(role: string, owner = ''): Promise<string> {
  const child = fork(new URL('./entity-read-server.ts', import.meta.url), [role, owner]);
  children.push(child);
  return new Promise((resolve) => child.once('message', (address) => resolve(String(address))));
}

/** Reads over some connections, one after the other on each; answers requests a second and the median latency. */
async function load(url: string, connections: number): Promise<{ perSecond: number; p50MS: number }> {
  const latencies: number[] = [];
  const endsAt = performance.now() + turnMS;
  await Promise.all(Array.from({ length: connections }, () => readUntil(url, endsAt, latencies)));
  latencies.sort((one, other) => one - other);
  return { perSecond: (latencies.length / turnMS) * 1000, p50MS: latencies[Math.floor(latencies.length / 2)] ?? 0 };
}

function readUntil(url: string, endsAt: number, latencies: number[]): Promise<void> {
  const { hostname, port } = new URL(url);
  const head = `GET /api/v1/cell/variables/variable_1 HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${goodToken}\r\n\r\n`;
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    let text = '';
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const send = () => {
      sentAt = performance.now();
      text = '';
      socket.write(head);
    };
    socket.on('connect', send).on('error', reject);
    socket.on('data', (data) => {
      text += data.toString('latin1');
      const body = text.indexOf('\r\n\r\n') + 4;
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
      if (body < 4 || text.length < body + length) return;
      if (!text.startsWith('HTTP/1.1 200')) return reject(new Error(text.slice(0, 500)));
      latencies.push(performance.now() - sentAt);
      if (performance.now() < endsAt) return send();
      socket.destroy();
      resolve();
    });
  });
}

const median = (values: number[]) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

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
  const met = {
    replicaOverHello: replicaOverHello >= goals.replicaOverHello,
    ownerOverRelay: ownerOverRelay <= goals.ownerOverRelay,
  };
  console.log(JSON.stringify({ goals, replicaOverHello, ownerOverRelay, met, rounds: measured }, null, 2));
} finally {
  for (const child of children) child.kill();
}
