import { type AnyEntity, allEntities } from '@cellwright/entities';
import { build as buildGateway } from '@cellwright/gateway';
import { build as buildIdentity } from '@cellwright/identity';
import { build as buildLibrary } from '@cellwright/library';
import {
  createHealth,
  createInProcessBus,
  createMemoryStore,
  createMetrics,
  silentLogger,
  systemClock,
} from '@cellwright/service-kit';
import { anyPeers, testVoucher } from '@cellwright/service-kit/testing/peers';
import { createDatabase, type TestDatabase } from '@cellwright/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { measurements } from './measurements.fixture.ts';
import { migrationsOf } from './old-data.fixture.ts';

/** The only line to add; here it is added to the running program's map. */
// Sound: the list is an array, and the entity's functions only get its own documents.
const entities = allEntities as AnyEntity[];
entities.push(measurements);

const adminKey = 'a-key-that-only-this-machine-knows';
const nobody = '127.0.0.1:9';
const stops: (() => Promise<void>)[] = [];
const events: unknown[] = [];
let database: TestDatabase;
let url: string;

beforeAll(async () => {
  database = await createDatabase();
  const bus = createInProcessBus({ log: silentLogger });
  await bus.subscribe('event.entity.gaugeMeasurements', (message) => void events.push(message.json()), {
    durable: 'test',
  });
  const common = { bus, port: 0, clock: systemClock, log: silentLogger };
  const own = () => ({ ...common, metrics: createMetrics({ defaults: false }), health: createHealth() });
  const stored = (service: string) => ({ ...own(), databaseUrl: database.url, migrations: migrationsOf(service) });
  const library = await buildLibrary({
    peers: anyPeers('library'),
    ...stored('library'),
    equipmentAddress: nobody,
    identityAddress: nobody,
  });
  const identity = await buildIdentity({
    peers: anyPeers('identity'),
    voucher: testVoucher,
    ...stored('identity'),
    auditKey: 'cwaudit_add-an-entity',
    store: createMemoryStore(),
  });
  const addresses = {
    library: (await library.start()).address,
    identity: (await identity.start()).address,
    runner: nobody,
    equipment: nobody,
    dryRun: nobody,
    softwareUpdate: nobody,
    planner: nobody,
  };
  const gateway = await buildGateway({
    proofs: anyPeers('gateway').proofs,
    ...own(),
    host: '127.0.0.1',
    addresses,
    adminKey,
  });
  ({ url } = await gateway.start());
  stops.push(
    () => gateway.stop(),
    () => identity.stop(),
    () => library.stop(),
    () => bus.close(),
  );
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await database.drop();
  // The next file of this worker has the same list.
  entities.pop();
});

async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${adminKey}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body ? JSON.stringify(body) : null,
  });
  return { status: response.status, etag: response.headers.get('etag'), body: await response.json() };
}

it('stores, versions, queries, describes and announces an entity of one file and one line', async () => {
  const path = '/cell/gauge-measurements';
  const created = await call('POST', path, { name: 'Wrist', errorMM: 0.4 });
  expect(created).toMatchObject({ status: 200, etag: '"1"', body: { name: 'Wrist', isGood: true, version: 1 } });
  const id = z.object({ id: z.string() }).parse(created.body).id;
  await call('POST', path, { id: 'c2', name: 'Cell', errorMM: 0.1, isGood: false });

  expect((await call('POST', path, { name: '', errorMM: -1 })).body).toMatchObject({
    error: 'request_failed_validation',
    details: {
      problems: [expect.objectContaining({ fieldId: 'name' }), expect.objectContaining({ fieldId: 'errorMM' })],
    },
  });
  const found = async (query: string) => {
    const { items } = z
      .object({ items: z.array(z.object({ name: z.string() })) })
      .parse((await call('GET', `${path}?${query}`)).body);
    return items.map(({ name }) => name);
  };
  expect(await found('sort=errorMM')).toEqual(['Cell', 'Wrist']);
  expect(await found('isGood=true')).toEqual(['Wrist']);

  expect(await call('PATCH', `${path}/${id}`, { errorMM: 0.2 })).toMatchObject({
    etag: '"2"',
    body: { name: 'Wrist' },
  });
  const whole = { name: 'Wrist camera', errorMM: 0.2 };
  expect((await call('PUT', `${path}/${id}`, whole, { 'if-match': '"1"' })).status).toBe(409);
  expect((await call('PUT', `${path}/${id}`, whole, { 'if-match': '"2"' })).body).toMatchObject(whole);
  expect((await call('GET', `${path}/${id}?version=1`)).body).toMatchObject({ errorMM: 0.4 });
  expect((await call('GET', `${path}/${id}/versions`)).body).toMatchObject({ pagination: { total: 3 } });
  expect((await call('POST', `${path}/${id}/versions/1/restore`)).body).toMatchObject({ version: 4, errorMM: 0.4 });
  expect((await call('DELETE', `${path}/${id}`)).status).toBe(200);
  expect((await call('GET', `${path}/${id}`)).status).toBe(404);
  expect((await call('POST', `${path}/${id}/restore`)).body).toMatchObject({ version: 6 });

  const description = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse((await call('GET', '/openapi.json')).body);
  const described = description.paths[`/api/v1${path}`];
  expect(JSON.stringify(described?.post)).toContain('errorMM');
  expect(JSON.stringify(described?.get)).toContain('isGood');

  await expect
    .poll(() => events.filter((event) => JSON.stringify(event).includes(id)))
    .toMatchObject([
      { change: 'created', revision: 1, document: { name: 'Wrist', version: 1 } },
      { change: 'patched', revision: 3 },
      { change: 'patched', revision: 4, document: whole },
      { change: 'patched', revision: 5 },
      { change: 'removed', revision: 6 },
      { change: 'created', revision: 7, by: { name: expect.any(String) } },
    ]);
});

it('checks the permissions of an entity of one file and one line', async () => {
  const stranger = { authorization: 'Bearer cw_nobody' };
  // On a busy machine identity may not respond yet; until it does, an unknown token gets 'try again'.
  await expect.poll(async () => (await call('GET', '/cell/gauge-measurements', undefined, stranger)).status).toBe(401);
  const { secret } = z
    .object({ secret: z.string() })
    .parse((await call('POST', '/cell/tokens', { name: 'Line', permissions: ['connectToRobot', 'author'] })).body);
  const as = { authorization: `Bearer ${secret}` };
  expect((await call('PATCH', '/cell/gauge-measurements/c2', { errorMM: 0.3 }, as)).status).toBe(200);
  expect(await call('DELETE', '/cell/gauge-measurements/c2', undefined, as)).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining("'Control panel'") },
  });
});
