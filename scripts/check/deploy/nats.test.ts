// Tests the rendered NATS configuration of the chart in real servers: a cell, the hub of its fleet, and a cheating
// cell.
import { readFileSync } from 'node:fs';
import { busSubjects, createLogger, durableConsumers } from '@cellwright/service-kit';
import { openNatsBus } from '@cellwright/service-kit/nats';
import { type NatsServer, startNats, startOnRandomPort } from '@cellwright/testkit';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { globSync } from 'tinyglobby';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { render } from './helm.ts';

const log = createLogger('nats-test', { level: 'ERROR' });
const users = [
  'gateway',
  'library',
  'external-control',
  'routine-runner',
  'equipment',
  'identity',
  'software-update',
  'cell-cell-a',
  'cell-cell-b',
];
const variableOf = (user: string) => `NATS_${user.toUpperCase().replaceAll('-', '_')}`;

const environment = process.env;

interface Rendered {
  readonly values: object;
  /** Ports instead of those in a pod, and additional configuration text. */
  readonly leafPort?: number;
  readonly edit?: (config: string) => string;
}

/** Starts a server with the files that the chart would mount, except for ports, folders and TLS. */
function startRendered({ values, leafPort = 0, edit = (config) => config }: Rendered): Promise<NatsServer> {
  const map = render({ values }).find(
    ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'cellwright-nats',
  );
  const { 'nats.conf': config } = z.object({ 'nats.conf': z.string() }).parse(map?.data);
  const adapted = config
    .replace('listen: "0.0.0.0:4222"\n', '')
    .replace('http: "127.0.0.1:8222"\n', '')
    .replace('store_dir: "/data"', `store_dir: "/tmp/cellwright-nats-${process.pid}-${servers.length}"`)
    .replace('listen: "0.0.0.0:7422"', `listen: "127.0.0.1:${leafPort}"`);
  return startNats({ jetstream: false, config: edit(adapted) });
}

const servers: NatsServer[] = [];
const closing: { close(): Promise<void> }[] = [];

beforeAll(() => {
  for (const user of users) process.env[variableOf(user)] = `p-${user}`;
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((each) => each.close()));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  for (const user of users) delete process.env[variableOf(user)];
});

async function openBus(server: NatsServer, user: string) {
  const bus = await openNatsBus({
    url: server.url,
    user,
    password: `p-${user}`,
    name: user,
    log,
    connectTimeoutMs: 30_000,
  });
  closing.push(bus);
  return bus;
}

async function connectAs(server: NatsServer, user: string, password = `p-${user}`): Promise<NatsConnection> {
  const nats = await connect({ servers: server.url, user, pass: password, inboxPrefix: `_INBOX.${user}` });
  closing.push(nats);
  return nats;
}

/** Returns the server's permission errors for a user. */
function refusalsOf(nats: NatsConnection): string[] {
  const refusals: string[] = [];
  void (async () => {
    for await (const status of nats.status()) if (status.type === 'error') refusals.push(status.error.message);
  })();
  return refusals;
}

/** Returns service and name of every durable consumer in the sources. */
function durablesOfSources(): [string, keyof typeof durableConsumers][] {
  const names = Object.keys(durableConsumers) as (keyof typeof durableConsumers)[];
  const sources = globSync('services/*/src/**/*.ts', { ignore: '**/*.test.ts' });
  const found = sources.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const used = names.filter((name) => text.includes(`durable: '${name}'`));
    return used.map((name): [string, keyof typeof durableConsumers] => [file.split('/')[1] ?? '', name]);
  });
  expect(found.map(([, name]) => name).sort()).toEqual([...names].sort());
  return found;
}

interface Kept {
  readonly user: string;
  readonly durable: keyof typeof durableConsumers;
  readonly publisher: string;
}

async function expectKept(server: NatsServer, { user, durable, publisher }: Kept): Promise<void> {
  const subject = durableConsumers[durable];
  const heard: string[] = [];
  const bus = await openBus(server, user);
  await bus.subscribe(subject, (message) => void heard.push(message.subject), { durable });
  const other = await openBus(server, publisher);
  await other.publish(subject, {});
  await expect.poll(() => heard).toEqual([subject]);
}

describe('bus of a cell', () => {
  let cell: NatsServer;
  beforeAll(async () => {
    cell = await startRendered({ values: { externalControl: { enabled: true } } });
    servers.push(cell);
  });

  const samples = {
    robotPatch: busSubjects.robotPatch.of('live'),
    robotFrame: busSubjects.robotFrame.of('live'),
    runJournal: busSubjects.runJournal.subject,
    equipmentState: busSubjects.equipmentState.subject,
    externalControlState: busSubjects.externalControlState.subject,
    entity: busSubjects.entity.of('routines'),
    auditEntry: busSubjects.auditEntry.subject,
    robotFailure: busSubjects.robotFailure.subject,
    programControl: busSubjects.programControl.subject,
    operatorQuestion: busSubjects.operatorQuestion.subject,
    softwareFailure: busSubjects.softwareFailure.subject,
  } as const satisfies Record<keyof typeof busSubjects, string>;
  const owners = ['library', 'routine-runner', 'equipment', 'identity'];

  test.each(['gateway', 'external-control', ...owners])(
    'lets %s publish the subjects of the catalogue only',
    async (user) => {
      const nats = await connectAs(cell, user);
      const refusals = refusalsOf(nats);
      for (const subject of Object.values(samples)) nats.publish(subject, '{}');
      await nats.flush();
      const expected = Object.entries(busSubjects).flatMap(([name, { publisher }]) => {
        const parties: readonly string[] = [publisher].flat();
        const may = parties.includes(user) || (parties.includes('owners') && owners.includes(user));
        return may ? [] : [samples[name as keyof typeof samples]];
      });
      await expect.poll(() => refusals.length).toBe(expected.length);
      for (const subject of expected) expect(refusals.join()).toContain(`"${subject}"`);
    },
  );

  const ofCell = durablesOfSources().filter(([, durable]) => durable !== 'softwareFailures');
  test.each(ofCell)('keeps the messages of %s for the consumer %s', async (user, durable) => {
    await expectKept(cell, { user, durable, publisher: 'routine-runner' });
  });

  test('carries a fact from the routine runner to identity, and a frame to the gateway', async () => {
    const [identity, gateway, runner] = await Promise.all(
      ['identity', 'gateway', 'routine-runner'].map((user) => openBus(cell, user)),
    );
    const heard: string[] = [];
    await identity?.subscribe(samples.robotFailure, (message) => void heard.push(message.subject), {
      durable: 'notifications',
    });
    await gateway?.subscribe('runner.*.frame', (message) => void heard.push(message.subject));
    await runner?.publish(samples.robotFailure, { number: 1 });
    await runner?.publish(samples.robotFrame, { number: 2 });
    await expect.poll(() => [...heard].sort()).toEqual([samples.robotFailure, samples.robotFrame]);
  });

  test('refuses clients without a password, or with that of another user', async () => {
    await expect(connectAs(cell, 'gateway', 'p-library')).rejects.toThrow(/authorization/i);
    await expect(connect({ servers: cell.url })).rejects.toThrow(/authorization/i);
  });
});

describe('hub of a fleet', () => {
  const observer = '{ user: "observer", password: "p-observer" }';
  let hub: NatsServer;
  let leafPort: number;
  beforeAll(async () => {
    const values = { profile: 'fleet', nats: { hub: { cells: ['cell-a', 'cell-b'] } } };
    const edit = (config: string) => config.replace(/(CELLS \{\s+users: \[)/, `$1 ${observer}`);
    hub = await startOnRandomPort((port) => {
      leafPort = port;
      return startRendered({ values, leafPort, edit });
    });
    servers.push(hub);
  });

  /** Starts a cell with a name that signs in to the hub as a user. */
  async function startCell(cellName: string, user: string): Promise<NatsServer> {
    environment.NATS_HUB_URL = `nats://${user}:p-${user}@127.0.0.1:${leafPort}`;
    const cell = await startRendered({ values: { cellName, nats: { leaf: { enabled: true } } } });
    servers.push(cell);
    delete environment.NATS_HUB_URL;
    return cell;
  }

  /** Records the subjects that arrive at the hub from its cells. */
  async function listenAtHub(): Promise<string[]> {
    const arrived: string[] = [];
    const nats = await connectAs(hub, 'observer');
    // Like the hub's streams, one per cell.
    for (const name of ['cell-a', 'cell-b']) {
      nats.subscribe(`cells.${name}.>`, { callback: (_error, { subject }) => void arrived.push(subject) });
    }
    await nats.flush();
    return arrived;
  }

  test('keeps the messages of identity for the consumer softwareFailures', async () => {
    await expectKept(hub, { user: 'identity', durable: 'softwareFailures', publisher: 'software-update' });
  });

  test('receives the facts of a cell below its name, and no frames', async () => {
    const arrived = await listenAtHub();
    const cell = await startCell('cell-a', 'cell-cell-a');
    const runner = await openBus(cell, 'routine-runner');
    await expect
      .poll(
        async () => {
          await runner.publish('runner.live.frame', {});
          await runner.publish(busSubjects.runJournal.subject, {});
          return arrived.length;
        },
        { interval: 100 },
      )
      .toBeGreaterThan(0);
    expect(new Set(arrived)).toEqual(new Set(['cells.cell-a.event.runner.journal']));
  });

  test('refuses a cell that publishes as another', async () => {
    const arrived = await listenAtHub();
    const cheat = await connectAs(hub, 'cell-cell-b');
    const refusals = refusalsOf(cheat);
    cheat.publish('cells.cell-a.event.runner.journal', '{}');
    cheat.publish(busSubjects.runJournal.subject, '{}');
    await cheat.flush();
    await expect.poll(() => arrived).toEqual(['cells.cell-b.event.runner.journal']);
    await expect.poll(() => refusals.join()).toContain('"cells.cell-a.event.runner.journal"');
  });

  test('accepts nothing from a cell that uses the name of another', async () => {
    const arrived = await listenAtHub();
    // The same cell under its own name shows that the connection works.
    const [cheat, honest] = [await startCell('cell-a', 'cell-cell-b'), await startCell('cell-b', 'cell-cell-b')];
    const [cheating, working] = [await openBus(cheat, 'routine-runner'), await openBus(honest, 'routine-runner')];
    await expect
      .poll(
        async () => {
          await cheating.publish(busSubjects.runJournal.subject, {});
          await working.publish(busSubjects.runJournal.subject, {});
          return arrived.length;
        },
        { interval: 100 },
      )
      .toBeGreaterThan(3);
    expect(new Set(arrived)).toEqual(new Set(['cells.cell-b.event.runner.journal']));
  });

  test('lets a cell subscribe to nothing of another', async () => {
    const nats = await connectAs(hub, 'cell-cell-b');
    const refusals = refusalsOf(nats);
    nats.subscribe('>', { callback: () => undefined });
    await nats.flush();
    await expect.poll(() => refusals.join()).toContain('">"');
  });
});
