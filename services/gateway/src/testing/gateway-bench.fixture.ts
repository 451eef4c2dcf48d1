import { hashState, ProductError, type StateSnapshot } from '@cellwright/domain';
import { EquipmentServiceService } from '@cellwright/proto/equipment';
import { IdentityServiceService } from '@cellwright/proto/identity';
import { LibraryServiceService } from '@cellwright/proto/library';
import { RunnerServiceService } from '@cellwright/proto/runner';
import {
  createHealth,
  createInProcessBus,
  createMetrics,
  type EventBus,
  silentLogger,
  systemClock,
} from '@cellwright/service-kit';
import {
  type GrpcServer,
  type GrpcServiceDefinition,
  grpcService,
  type Handlers,
  startGrpcServer,
} from '@cellwright/service-kit/grpc';
import WebSocket from 'ws';
import { build, type Gateway } from '../app.ts';

export const goodToken = 'cw_good';
export const watcherToken = 'cw_watcher';
/** What the services behind the gateway were asked, in order. */
export const calls: { method: string; request: unknown }[] = [];
/** Where the gateway under test listens, and the bus it hears. */
export interface GatewayBench {
  readonly url: string;
  readonly bus: EventBus;
  stop(): Promise<void>;
}

/** A service that refuses everything but the handlers given, and notes what it was asked. */
function fakeService<S extends GrpcServiceDefinition>(definition: S, handlers: Partial<Handlers<S>>) {
  const complete = Object.fromEntries(
    Object.keys(definition).map((name) => [
      name,
      async (request: unknown, call: never) => {
        calls.push({ method: name, request });
        const handler = handlers[name];
        if (!handler) throw new ProductError('not_found', `the test has no ${name}`);
        return (handler as (request: unknown, call: never) => unknown)(request, call);
      },
    ]),
  );
  return grpcService(definition, complete as Handlers<S>);
}

const state = { kind: 'Idle', steps: {} };
const snapshot = (): StateSnapshot => ({
  kind: 'snapshot',
  seq: 7,
  hash: hashState(sessionState),
  state: sessionState,
});
export const sessionState: StateSnapshot['state'] = {
  robotKind: 'simulated',
  isTwin: false,
  kind: 'Idle',
  isPaused: false,
  isControllerConnected: true,
  brakes: 'engaged',
  stopEpoch: 3,
  lease: null,
  speedRestrictionPercentage: 1,
  testRunSpeed: null,
  failure: null,
  safety: { isEStopped: false, isSafeguardOpen: false },
  motionActivity: 'none',
  payload: { mass: 0 },
  io: { 'Output 1': 'low' },
  tool: { name: 'none', tcp: { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 } },
  routine: null,
  run: null,
  steps: {},
  variables: {},
};

/** A gateway over services that answer for the test. */
export async function startGatewayBench(): Promise<GatewayBench> {
  const servers: GrpcServer[] = [];
  const serve = async (service: ReturnType<typeof fakeService>): Promise<string> => {
    const server = await startGrpcServer({ services: [service], port: 0, log: silentLogger });
    servers.push(server);
    return server.address;
  };
  const bus = createInProcessBus();
  const identity = await serve(
    fakeService(IdentityServiceService, {
      authenticate: async ({ token }) => {
        if (token === goodToken)
          return { subjectId: 't1', name: 'Ada', permissions: ['connectToRobot', 'account'], expiresAt: '' };
        if (token === watcherToken) return { subjectId: 't2', name: 'Watcher', permissions: [], expiresAt: '' };
        throw new ProductError('authorization_required', 'Invalid token');
      },
      createToken: async ({ name, permissions }) => ({
        secret: 'cw_new',
        token: { id: 'token_1', name, permissions, createdAt: '', expiresAt: '', revokedAt: '', lastUsedAt: '' },
      }),
    }),
  );
  const library = await serve(
    fakeService(LibraryServiceService, {
      getRoutine: async ({ id }) => ({ routine: { json: Buffer.from(`{"id":"${id}"}`), version: 4 } }),
      saveRoutine: async ({ routineJson }) => ({ routine: { json: routineJson, version: 5 } }),
    }),
  );
  const runner = await serve(
    fakeService(RunnerServiceService, {
      getSnapshot: async () => ({ snapshotJson: Buffer.from(JSON.stringify(snapshot())) }),
      stop: async () => ({ stopEpoch: 8 }),
      endSession: async () => ({}),
      send: async ({ requestJson }) => {
        const { id } = JSON.parse(Buffer.from(requestJson).toString('utf8'));
        return { responseJson: Buffer.from(JSON.stringify({ kind: 'response', id, ok: true, result: { state } })) };
      },
    }),
  );
  const equipment = await serve(fakeService(EquipmentServiceService, {}));
  const gateway: Gateway = await build({
    host: '127.0.0.1',
    port: 0,
    addresses: { library, runner, equipment, identity, planner: '127.0.0.1:9' },
    bus,
    clock: systemClock,
    log: silentLogger,
    metrics: createMetrics({ defaults: false }),
    health: createHealth(),
  });
  const { url } = await gateway.start();
  return {
    url,
    bus,
    async stop() {
      await gateway.stop();
      await Promise.all(servers.map((server) => server.close()));
      await bus.close();
    },
  };
}

/** Opens the runner socket and collects what it says. */
export function openSocket(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/routine-runner/simulated`, { headers });
  const received: Record<string, unknown>[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data) => {
    received.push(JSON.parse(String(data)));
    for (const check of waiting) check();
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  socket.on('error', () => undefined);
  return {
    socket,
    closed,
    send: async (message: unknown) => {
      if (socket.readyState === socket.CONNECTING) await new Promise((resolve) => socket.once('open', resolve));
      socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    },
    receive: (fits: (message: Record<string, unknown>) => boolean) =>
      new Promise<Record<string, unknown>>((resolve) => {
        const check = () => {
          const found = received.find(fits);
          if (!found) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
  };
}
