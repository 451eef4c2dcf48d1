/**
 * Measures inverse_kinematics over the planner socket, against a bare relay of the same bytes over the same hops and a
 * bare echo: one open connection each, one request at a time, alternating. `tsx scripts/bench/motion/ws-ik.ts
 * [--requests N] [--rounds N]` prints JSON, microseconds. The gateway, the motion service and the peers run in separate
 * processes.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import {
  systemClock as clock,
  createHealth,
  createInProcessBus,
  createMetrics,
  silentLogger as log,
} from '@cellwright/service-kit';
import { anyPeers } from '@cellwright/service-kit/testing/peers';
import { endWithThisProcess } from '@cellwright/testkit';
import { WebSocket, WebSocketServer } from 'ws';
import { bundle, fileOf } from './bundle.ts';

/** Bundled like shipped code, for separate processes. */
const bundleEntries = {
  'ws-ik': fileOf('scripts/bench/motion/ws-ik.ts'),
  'plan-worker': fileOf('services/motion/src/workers/plan-worker.ts'),
};

const pose = { x: 0.52, y: 0.25, z: 1.01, i: -0.17494, j: -0.08521, k: -0.68512, w: 0.70195 };
const seed = [0, -0.3, 1.6, 0.4, 1.2, 0];
const request = (id: number) =>
  JSON.stringify({ id: String(id), pose, jointAngles: seed.map((angle) => angle + (id % 97) / 1000) });

const roles: Record<string, (upstream: string) => Promise<string>> = {
  motion: async () => {
    const { build } = await import('../../../services/motion/src/app.ts');
    const kit = { clock, log, metrics: createMetrics({ defaults: false }), health: createHealth() };
    return (await (await build({ ...kit, peers: anyPeers('motion'), port: 0, planningThreads: 1 })).start())
      .socketAddress;
  },
  gateway: async (planner) => {
    const { build } = await import('../../../services/gateway/src/app.ts');
    const metrics = createMetrics({ defaults: false });
    // There are no users: the benchmark only needs the key of the machine.
    const address = '127.0.0.1:9';
    const addresses = {
      library: address,
      runner: address,
      equipment: address,
      identity: address,
      dryRun: address,
      softwareUpdate: address,
      planner,
    };
    const bus = createInProcessBus();
    const gateway = await build({
      host: '127.0.0.1',
      port: 0,
      addresses,
      proofs: anyPeers('gateway').proofs,
      adminKey: 'bench',
      bus,
      clock,
      log,
      metrics,
      health: createHealth(),
    });
    return `127.0.0.1:${(await gateway.start()).port}`;
  },
  echo: () => listen((socket) => socket.on('message', (data) => socket.send(data, { binary: false }))),
  relay: (upstream) =>
    listen((socket) => {
      const line = new WebSocket(`ws://${upstream}`, { perMessageDeflate: false });
      const early: Buffer[] = [];
      line.on('open', () => {
        for (const data of early) line.send(data, { binary: false });
      });
      line.on('message', (data) => socket.send(data, { binary: false }));
      socket.on('message', (data: Buffer) => {
        if (line.readyState === WebSocket.OPEN) line.send(data, { binary: false });
        else early.push(data);
      });
      socket.on('close', () => line.close());
    }),
};

async function listen(serve: (socket: WebSocket) => void): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  server.on('connection', serve);
  await once(server, 'listening');
  // Sound: a server that listens on a port has such an address.
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const children: ChildProcess[] = [];
async function start(folder: string, role: string, upstream = ''): Promise<string> {
  const child = endWithThisProcess(
    fork(`${folder}ws-ik.js`, ['--role', role, '--upstream', upstream], { execArgv: [] }),
  );
  children.push(child);
  const [address] = await once(child, 'message');
  return String(address);
}

async function connect(url: string, authenticates: boolean): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await once(socket, 'open');
  if (authenticates) {
    socket.send(JSON.stringify({ kind: 'authenticate', token: 'bench' }));
    await once(socket, 'message');
  }
  return socket;
}

async function measure(socket: WebSocket, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let id = 0; id < count; id++) {
    const text = request(id);
    const reply = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))));
    const startedAt = performance.now();
    socket.send(text);
    const answer = await reply;
    times.push((performance.now() - startedAt) * 1000);
    if (answer.includes('"error"')) throw new Error(answer);
  }
  return times.sort((a, b) => a - b);
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const median = (values: readonly number[]) =>
  at(
    [...values].sort((a, b) => a - b),
    0.5,
  );

async function main(requests: number, rounds: number): Promise<void> {
  const folder = await bundle('ws-ik', bundleEntries);
  const motion = await start(folder, 'motion');
  const gateway = await start(folder, 'gateway', motion);
  const echo = await start(folder, 'echo');
  const relay = await start(folder, 'relay', echo);
  const forwarding = await start(folder, 'gateway', echo);
  const paths = {
    planner: await connect(`ws://${gateway}/api/v1/motion-planner/inverse_kinematics`, true),
    relay: await connect(`ws://${relay}`, false),
    echo: await connect(`ws://${echo}`, false),
    motion: await connect(`ws://${motion}/inverse_kinematics`, false),
    forwarding: await connect(`ws://${forwarding}/api/v1/motion-planner/inverse_kinematics`, true),
  };
  const names = ['planner', 'relay', 'echo', 'motion', 'forwarding'] as const;
  const p50 = { planner: [], relay: [], echo: [], motion: [], forwarding: [] } as Record<
    (typeof names)[number],
    number[]
  >;
  const p99 = structuredClone(p50);
  for (const name of names) await measure(paths[name], Math.min(1000, requests));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const times = await measure(paths[name], requests);
      p50[name].push(at(times, 0.5));
      p99[name].push(at(times, 0.99));
    }
  }
  const summary = Object.fromEntries(names.map((name) => [name, { p50: median(p50[name]), p99: median(p99[name]) }]));
  const ratio = (over: 'relay' | 'echo', of: 'planner' | 'motion' | 'forwarding') => ({
    p50: median(p50[of].map((value, round) => value / (p50[over][round] ?? 1))),
    p99: median(p99[of].map((value, round) => value / (p99[over][round] ?? 1))),
  });
  const ratios = {
    plannerOverRelayOfSameHops: ratio('relay', 'planner'),
    motionSocketOverEcho: ratio('echo', 'motion'),
    gatewayBeforeEchoOverRelay: ratio('relay', 'forwarding'),
    plannerOverEcho: ratio('echo', 'planner'),
  };
  process.stdout.write(`${JSON.stringify({ requests, rounds, microseconds: summary, ratios }, null, 2)}\n`);
  for (const socket of Object.values(paths)) socket.terminate();
}

const { values } = parseArgs({
  options: {
    role: { type: 'string' },
    upstream: { type: 'string', default: '' },
    requests: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '7' },
  },
});
const play = values.role === undefined ? undefined : roles[values.role];
if (play) {
  process.on('disconnect', () => process.exit());
  process.send?.(await play(values.upstream));
} else {
  await main(Number(values.requests), Number(values.rounds));
  for (const child of children) child.kill();
}
