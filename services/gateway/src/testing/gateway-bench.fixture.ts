import { callsOf, type ServiceOwner } from '@cellwright/calls';
import { type Clock, ProductError } from '@cellwright/domain/basics';
import type { PersonProof } from '@cellwright/domain/cell';
import { hashState } from '@cellwright/domain/run';
import type { StateSnapshot } from '@cellwright/domain/runner-socket';
import { EntityServiceService } from '@cellwright/proto/entity';
import { IdentityServiceService } from '@cellwright/proto/identity';
import { LibraryServiceService } from '@cellwright/proto/library';
import { RunnerServiceService } from '@cellwright/proto/runner';
import {
  createHealth,
  createInProcessBus,
  createMetrics,
  type EventBus,
  type Metrics,
  silentLogger,
  systemClock,
  type TLSConfig,
} from '@cellwright/service-kit';
import { type CallHandlers, type CallScope, callService, JsonText } from '@cellwright/service-kit/calls';
import {
  type CallContext,
  type GrpcServer,
  type GrpcService,
  type GrpcServiceDefinition,
  grpcService,
  type Handlers,
  startGrpcServer,
} from '@cellwright/service-kit/grpc';
import { anyCaller, anyPeers } from '@cellwright/service-kit/testing/peers';
import { idleSession, VirtualClock } from '@cellwright/testkit';
import WebSocket from 'ws';
import * as z from 'zod';
import { build, type Gateway, type GatewayDeps } from '../app.ts';
import { type DoorLimits, doorLimits } from '../door/limits.ts';
import { createFakeIdentity, type FakeIdentity } from './fake-identity.fixture.ts';

export const goodToken = 'cw_good';
export const watcherToken = 'cw_watcher';
/** Requests to the services behind the gateway, in order. */
export const calls: { method: string; request: unknown }[] = [];
export const adminKey = 'cwadmin_bench';

/** Options of a test. */
export interface GatewayBenchOptions {
  /** Clock of the gateway; the services behind it use real time. */
  readonly clock?: Clock;
  /** True if the identity service exists. */
  readonly hasIdentity?: boolean;
  readonly limits?: Partial<DoorLimits>;
  readonly webFolder?: string;
  readonly planner?: string;
  readonly port?: number;
  /** Addresses of other services, instead of fakes. */
  readonly addresses?: GatewayDeps['addresses'];
  /** Content of a routine; by default a document of a few bytes. */
  readonly routine?: Buffer;
  /** Service for the entities of the library; by default any requested document exists. */
  readonly libraryEntities?: GrpcService;
  /** Default: a separate bus. */
  readonly bus?: EventBus;
  readonly tls?: TLSConfig;
  readonly hostNames?: readonly string[];
  readonly trustProxy?: readonly string[];
}

/** Address of the gateway under test, and its bus. */
export interface GatewayBench {
  readonly url: string;
  /** Empty without TLS. */
  readonly httpsUrl: string;
  readonly bus: EventBus;
  readonly identity: FakeIdentity;
  readonly metrics: Metrics;
  /** Number of open connections. */
  connections(): number;
  stop(): Promise<void>;
}

const provenSchema = z.looseObject({ caller: z.looseObject({ proof: z.custom<PersonProof>().optional() }) });

/** Returns a request with the person from the proof of its caller. */
function withPerson(request: unknown, { people }: Pick<CallContext, 'people'>): unknown {
  const proven = provenSchema.safeParse(request).data;
  const person = proven && people.recognise(proven.caller.proof);
  if (!person) return request;
  const { id: subjectId, ...known } = person;
  return { ...proven, caller: { ...proven.caller, subjectId, ...known } };
}

/** Creates a service that rejects all calls without a given handler, and records its requests. */
function fakeService<S extends GrpcServiceDefinition>(definition: S, handlers: Partial<Handlers<S>>) {
  const complete = Object.fromEntries(
    Object.keys(definition).map((name) => [
      name,
      (request: unknown, call: never) => {
        calls.push({ method: name, request: withPerson(request, call) });
        const handler = handlers[name];
        if (!handler) throw new ProductError('not_found', `the test has no ${name}`);
        return (handler as (request: unknown, call: never) => unknown)(request, call);
      },
    ]),
  );
  return grpcService(definition, complete as Handlers<S>);
}

/** Creates the calls of an owner in the same way. */
function fakeCalls<Owner extends ServiceOwner>(owner: Owner, handlers: Partial<CallHandlers<Owner>>) {
  const given = new Map<string, unknown>(Object.entries(handlers));
  const complete = Object.fromEntries(
    Object.keys(callsOf[owner]).map((name) => [
      name,
      (input: object, scope: CallScope) => {
        calls.push({ method: name, request: { ...input, ...scope } });
        const handler = given.get(name);
        if (typeof handler !== 'function') throw new ProductError('not_found', `the test has no ${name}`);
        return handler(input, scope);
      },
    ]),
  );
  return callService(owner, complete as CallHandlers<Owner>);
}

const state = { kind: 'Idle', steps: {} };
const snapshot = (): StateSnapshot => ({
  kind: 'snapshot',
  seq: 7,
  hash: hashState(sessionState),
  state: sessionState,
});
export const sessionState = idleSession();

/** Starts fake services, and returns their addresses. */
export async function startFakeServices(
  options: Pick<GatewayBenchOptions, 'planner' | 'routine' | 'hasIdentity' | 'libraryEntities'> = {},
) {
  const servers: GrpcServer[] = [];
  const serve = async (...services: GrpcService[]): Promise<string> => {
    const server = await startGrpcServer({ callers: anyCaller, services, port: 0, log: silentLogger });
    servers.push(server);
    return server.address;
  };
  const identity = createFakeIdentity();
  identity.grant(goodToken, { subjectId: 't1', name: 'Ada', permissions: ['connectToRobot', 'author', 'account'] });
  identity.grant(watcherToken, { subjectId: 't2', name: 'Watcher', permissions: [] });
  const library = await serve(
    fakeService(LibraryServiceService, {}),
    fakeCalls('library', {
      uploadMesh: async () => new JsonText('{"id":"spaceFile_1"}', 1),
      duplicateRoutine: async () => new JsonText('{"id":"routine_copy"}', 1),
      createFromTemplate: async () => new JsonText('{"id":"routine_copy"}', 1),
      describeChanges: async ({ from = 4, to = 5 }) => ({
        ...{ from, to },
        changes: [{ kind: 'renamed', text: "Renamed to 'X'" }],
      }),
      validateRoutine: async () => ({ problems: [] }),
      validateRoutineFile: async () => ({ problems: [] }),
      proposeRoutineVersion: async () => new JsonText('{"proposal":{"id":"proposal_1"},"problems":[]}'),
      acceptProposal: async ({ id }) => new JsonText(JSON.stringify({ id, status: 'accepted' })),
      rejectProposal: async ({ id }) => new JsonText(JSON.stringify({ id, status: 'rejected' })),
    }),
    options.libraryEntities ??
      fakeService(EntityServiceService, {
        getEntity: async ({ id }) => ({
          document: { id, json: options.routine ?? Buffer.from(`{"id":"${id}"}`), version: 4 },
        }),
        saveEntity: async ({ id, json }) => ({ document: { id, json, version: 5 } }),
      }),
  );
  const runner = await serve(
    fakeCalls('routine-runner', {}),
    fakeService(RunnerServiceService, {
      getSnapshot: async () => ({ snapshotJson: Buffer.from(JSON.stringify(snapshot())) }),
      getStateSeq: async () => ({ seq: snapshot().seq }),
      stop: async () => ({ stopEpoch: 8 }),
      endSession: async () => ({}),
      send: async ({ requestJson }) => {
        const { id } = JSON.parse(Buffer.from(requestJson).toString('utf8'));
        return { responseJson: Buffer.from(JSON.stringify({ kind: 'response', id, ok: true, result: { state } })) };
      },
    }),
  );
  const dryRun = await serve(fakeCalls('dry-run', {}));
  const equipment = await serve(fakeCalls('equipment', {}));
  const softwareUpdate = await serve(fakeCalls('software-update', {}));
  const { hasIdentity = true, planner = '127.0.0.1:9' } = options;
  return {
    identity,
    addresses: {
      library,
      runner,
      dryRun,
      equipment,
      softwareUpdate,
      identity: hasIdentity
        ? await serve(
            fakeService(IdentityServiceService, identity.handlers),
            fakeCalls('identity', {
              ...identity.calls,
              listAudit: async () => ({ items: [] }),
              verifyAudit: async () => ({
                ...{ seq: 3, hash: 'a'.repeat(64), checked: 3 },
                ...{ isEnd: true, problem: '', withoutKeyTo: 0 },
              }),
            }),
          )
        : '127.0.0.1:9',
      planner,
    },
    close: () => Promise.all(servers.map((server) => server.close())),
  };
}

/** Starts a gateway with fake services. */
export async function startGatewayBench(options: GatewayBenchOptions = {}): Promise<GatewayBench> {
  const bus = options.bus ?? createInProcessBus();
  const services = options.addresses
    ? { identity: createFakeIdentity(), addresses: options.addresses, close: async () => [] }
    : await startFakeServices(options);
  const { identity } = services;
  const metrics = createMetrics({ defaults: false });
  const gateway: Gateway = await build({
    proofs: anyPeers('gateway').proofs,
    host: '127.0.0.1',
    port: options.port ?? 0,
    addresses: services.addresses,
    adminKey,
    bus,
    clock: options.clock ?? systemClock,
    log: silentLogger,
    metrics,
    health: createHealth(),
    // The client shares this process: while it is busy, it cannot notice that an idle connection was closed.
    limits: doorLimits({ DOOR_DRAIN_TIMEOUT_MS: 300, DOOR_KEEP_ALIVE_TIMEOUT_MS: 60_000, ...options.limits }),
    webFolder: options.webFolder,
    ...(options.tls && { tls: { ...options.tls, host: '127.0.0.1', port: 0 } }),
    hostNames: options.hostNames ?? [],
    trustProxy: options.trustProxy,
  });
  const { url, httpsUrl = '' } = await gateway.start();
  return {
    url,
    httpsUrl,
    bus,
    identity,
    metrics,
    connections: () => gateway.connections(),
    async stop() {
      identity.thaw();
      const stopped = gateway.stop();
      // The gateway waits a moment for its clients; on a virtual clock the test must advance the time.
      if (options.clock instanceof VirtualClock) await options.clock.advance(5000);
      await stopped;
      await services.close();
      await bus.close();
    },
  };
}

/** Opens the runner socket and collects its messages. */
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
