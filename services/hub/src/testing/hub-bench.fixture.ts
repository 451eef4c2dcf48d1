import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { enrolBox, listFleetBoxes, redeemEnrolmentCode } from '@cellwright/calls';
import type { Clock } from '@cellwright/domain/basics';
import { type BoxReport, reportReplySchema } from '@cellwright/domain/fleet';
import { createHubKeys, createKey, describeFleetServer, reportSubject } from '@cellwright/fleet';
import {
  busSubjects,
  createHealth,
  createInProcessBus,
  createMetrics,
  silentLogger,
  systemClock,
} from '@cellwright/service-kit';
import { connectCalls } from '@cellwright/service-kit/calls';
import { createServiceDatabase } from '@cellwright/service-kit/testing';
import { provenCalls } from '@cellwright/service-kit/testing/calls';
import { anyPeers } from '@cellwright/service-kit/testing/peers';
import { startNats } from '@cellwright/testkit';
import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { build } from '../app.ts';
import { schema } from '../store/database.ts';
import { makeBoxState } from './box-state.fixture.ts';

const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
const patienceMS = 30_000;
/** Times by which the hub waits shorter than in a product. */
const timesFaster = 10;

/** Waits until a condition holds. @throws Error with the last reason when it does not in time. */
export async function waitUntil(condition: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const end = systemClock.now() + patienceMS;
  while (!(await condition())) {
    if (systemClock.now() > end) throw new Error(`Waited in vain: ${what}`);
    await systemClock.sleep(20);
  }
}

/** Starts a database and a NATS server for hubs. */
async function startHubBench() {
  const database = await createServiceDatabase(schema, migrations);
  const { keys } = await createHubKeys();
  const accounts = join('/tmp', `cellwright-accounts-${createKey('user').publicKey}`);
  const nats = await startNats({ jetstream: false, config: describeFleetServer({ keys, folder: accounts }) });
  const bus = createInProcessBus({ log: silentLogger });
  const audited: { readonly action: string }[] = [];
  await bus.subscribe(busSubjects.auditEntry.subject, async (message) => {
    audited.push(busSubjects.auditEntry.payload.parse(message.json()));
  });
  let shiftMS = 0;
  const clock: Clock = {
    ...systemClock,
    wallNow: () => new Date(Date.now() + shiftMS),
    sleep: (ms, signal) => systemClock.sleep(ms / timesFaster, signal),
  };
  const start = async () => {
    const service = await build({
      ...{ databaseUrl: database.url, migrations, port: 0, keys, natsURL: nats.url, bus, clock },
      publicNats: { url: nats.url, port: nats.port },
      peers: anyPeers('hub'),
      ...{ log: silentLogger, metrics: createMetrics({ defaults: false }), health: createHealth() },
    });
    const { address } = await service.start();
    const calls = provenCalls(connectCalls('hub', { address, defaultDeadlineMs: 50_000 }));
    await waitUntil(async () => (await calls.ask(listFleetBoxes, {})).isReachable, 'the hub is connected to NATS');
    return {
      calls,
      async stop() {
        calls.channel.close();
        await service.stop();
      },
    };
  };
  return {
    ...{ start, database, nats, accounts, audited },
    /** Sets the wall clock of the hub forward. */
    passTime: (ms: number) => {
      shiftMS += ms;
    },
    async end() {
      await bus.close();
      await nats.stop();
      await rm(accounts, { recursive: true, force: true });
      await database.drop();
    },
  };
}
type HubBench = Awaited<ReturnType<typeof startHubBench>>;
type RunningHub = Awaited<ReturnType<HubBench['start']>>;

/**
 * Gives the tests of a file a hub, which each test starts again. Its database and its NATS server are the same for all of them.
 * Boxes that a test has connected are closed after it.
 */
export function useHub() {
  let bench: HubBench;
  let hub: RunningHub;
  const connected: Box[] = [];
  beforeAll(async () => {
    bench = await startHubBench();
  });
  afterAll(() => bench.end());
  beforeEach(async () => {
    hub = await bench.start();
  });
  afterEach(async () => {
    await Promise.all(connected.splice(0).map((box) => box.close()));
    await hub.stop();
  });
  const ask: RunningHub['calls']['ask'] = (call, input) => hub.calls.ask(call, input);
  /** Connects a box with its credentials. */
  const connect = async (credentials: Credentials): Promise<Box> => {
    const box = await connectBox(credentials);
    connected.push(box);
    return box;
  };
  return {
    ...{ ask, connect },
    get bench() {
      return bench;
    },
    async start() {
      hub = await bench.start();
    },
    stop: () => hub.stop(),
    /** Enrols a box, redeems its code and connects it. */
    async joinBox(serial: string) {
      const credentials = await enrol(hub.calls, serial);
      return { ...credentials, ...(await connect(credentials)) };
    },
    findBox: async (serial: string) => (await ask(listFleetBoxes, {})).items.find((box) => box.serial === serial),
  };
}

async function enrol(calls: RunningHub['calls'], serial: string) {
  const { code, box } = await calls.ask(enrolBox, { serial });
  const user = createKey('user');
  const redeemed = await calls.ask(redeemEnrolmentCode, { serial, code, userKey: user.publicKey });
  return { id: box.id, serial, user, ...redeemed };
}
type Credentials = Awaited<ReturnType<typeof enrol>>;
type Box = Awaited<ReturnType<typeof connectBox>>;

/** A box that reports when a test tells it to. */
async function connectBox({ serial, user, userJWT, natsURL }: Credentials) {
  const nats: NatsConnection = await connect({
    servers: natsURL ?? '',
    authenticator: jwtAuthenticator(userJWT, Buffer.from(user.seed)),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 50,
    ignoreAuthErrorAbort: true,
  });
  let sequence = 0;
  const report = (
    changes: Partial<BoxReport> = {},
    software: Partial<BoxReport['state']['software']> = {},
  ): BoxReport => {
    sequence += 1;
    return { sessionID: 'session_1', sequence, state: makeBoxState({ serial, software }), facts: [], ...changes };
  };
  const send = async (message: BoxReport, timeout = 20_000) =>
    reportReplySchema.parse((await nats.request(reportSubject, JSON.stringify(message), { timeout })).json());
  return { nats, report, send, close: () => nats.close() };
}
