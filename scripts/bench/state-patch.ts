// How long a state patch takes from the runner to a socket client: over the product's path (state store, NATS, gateway,
// socket) and over a bare relay with the same hops (NATS, ws). Alternates every few patches and prints JSON.
// Usage: npx tsx scripts/bench/state-patch.ts [rounds] [patches per round]   Needs nats-server on the PATH.
import { runnerSubjects, type StateSnapshot } from '@cellwright/domain';
import { createHealth, createMetrics, silentLogger, systemClock } from '@cellwright/service-kit';
import { grpcService, startGrpcServer } from '@cellwright/service-kit/grpc';
import { openNatsBus } from '@cellwright/service-kit/nats';
import { startNats } from '@cellwright/testkit';
import { connect } from '@nats-io/transport-node';
import WebSocket, { WebSocketServer } from 'ws';
import { IdentityServiceService } from '../../proto/gen/cellwright/identity.ts';
import { RunnerServiceService } from '../../proto/gen/cellwright/runner.ts';
import { build } from '../../services/gateway/src/app.ts';
import { createInitialState } from '../../services/routine-runner/src/domain/initial-state.ts';
import { StateStore } from '../../services/routine-runner/src/domain/state-store.ts';
import { createStateEvents } from '../../services/routine-runner/src/events/state-events.ts';

const rounds = Number(process.argv[2] ?? 5);
const perRound = Number(process.argv[3] ?? 400);
/** Above the store's own gathering time, so that every change is a patch of its own. */
const spacingMS = 13;
/** Patches before the other path has its turn: what else the machine does hits both alike. */
const perTurn = 10;
const goal = 1.5;

/** A way from a sender to a socket client. */
interface Path {
  readonly client: WebSocket;
  isMine(text: string): boolean;
  send(): void;
  stop(): Promise<void>;
}

const nats = await startNats({ jetstream: true });
const log = silentLogger;

async function startProduct(): Promise<Path> {
  const bus = await openNatsBus({ url: nats.url, name: 'bench', log });
  const events = createStateEvents(bus, 'simulated', log);
  const store = new StateStore(createInitialState('simulated', false), systemClock, events.publishPatch);
  const snapshot = (): StateSnapshot => store.snapshot();
  const unused = () => Promise.reject(new Error('not in this benchmark'));
  const fake = await startGrpcServer({
    port: 0,
    log,
    services: [
      grpcService(IdentityServiceService, {
        authenticate: async () => ({
          subjectId: 'bench',
          name: 'bench',
          permissions: ['connectToRobot'],
          expiresAt: '',
        }),
        createToken: unused,
        listTokens: unused,
        revokeToken: unused,
      }),
      grpcService(RunnerServiceService, {
        getSnapshot: async () => ({ snapshotJson: Buffer.from(JSON.stringify(snapshot())) }),
        endSession: async () => ({}),
        send: unused,
        stop: unused,
        listRuns: unused,
        getRun: unused,
        listJournal: unused,
        getScene: unused,
        changeScene: unused,
      }),
    ],
  });
  const { address } = fake;
  const gateway = await build({
    host: '127.0.0.1',
    port: 0,
    addresses: { library: address, runner: address, equipment: address, identity: address, planner: address },
    bus,
    clock: systemClock,
    log,
    metrics: createMetrics({ defaults: false }),
    health: createHealth(),
  });
  const { port } = await gateway.start();
  const client = new WebSocket(`ws://127.0.0.1:${port}/api/v1/routine-runner/simulated`);
  const ready = new Promise<void>((resolve) =>
    client.on('message', (data) => String(data).includes('"snapshot"') && resolve()),
  );
  client.on('open', () => client.send(JSON.stringify({ kind: 'authenticate', token: 'bench' })));
  await ready;
  let value = 0;
  return {
    client,
    isMine: (text: string) => text.includes('"patch"'),
    send: () => {
      value = (value + 0.001) % 1;
      store.update((state) => {
        state.speedRestrictionPercentage = value;
      });
    },
    async stop() {
      client.close();
      await gateway.stop();
      await fake.close();
      await bus.close();
    },
  };
}

async function startPeer(): Promise<Path> {
  const [publisher, subscriber] = [await connect({ servers: nats.url }), await connect({ servers: nats.url })];
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const subject = `bare.${runnerSubjects.patch('simulated')}`;
  subscriber.subscribe(subject, {
    callback: (_error, message) => {
      const text = message.string();
      for (const socket of server.clients) socket.send(text);
    },
  });
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  await new Promise((resolve) => client.once('open', resolve));
  const patch = JSON.stringify({
    kind: 'patch',
    seq: 1,
    hash: 4_000_000_000,
    patch: [{ op: 'replace', path: '/speedRestrictionPercentage', value: 0.123 }],
  });
  return {
    client,
    isMine: () => true,
    send: () => publisher.publish(subject, patch),
    async stop() {
      client.close();
      server.close();
      await publisher.close();
      await subscriber.close();
    },
  };
}

async function measure({ client, isMine, send }: Path, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    await systemClock.sleep(spacingMS);
    const arrived = new Promise<void>((resolve) => {
      const listen = (data: WebSocket.RawData) => {
        if (!isMine(String(data))) return;
        client.off('message', listen);
        resolve();
      };
      client.on('message', listen);
    });
    const startedAt = performance.now();
    send();
    await arrived;
    times.push(performance.now() - startedAt);
  }
  return times;
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const [product, peer] = [await startProduct(), await startPeer()];
await measure(product, 100);
await measure(peer, 100);
const results: { product: number[]; peer: number[] } = { product: [], peer: [] };
for (let turn = 0; turn < (rounds * perRound) / perTurn; turn++) {
  results.product.push(...(await measure(product, perTurn)));
  results.peer.push(...(await measure(peer, perTurn)));
}
const figures = (times: readonly number[]) => ({ p50: quantile(times, 0.5), p99: quantile(times, 0.99) });
const summary = { product: figures(results.product), peer: figures(results.peer) };
const ratio = { p50: summary.product.p50 / summary.peer.p50, p99: summary.product.p99 / summary.peer.p99 };
console.log(
  JSON.stringify({ rounds, perRound, perTurn, unit: 'ms', ...summary, ratio, goal, met: ratio.p99 <= goal }, null, 2),
);
await product.stop();
await peer.stop();
await nats.stop();
process.exit(0);
