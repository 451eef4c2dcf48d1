import { listJournal } from '@cellwright/calls';
import { build as buildEquipment } from '@cellwright/equipment-service';
import { build as buildGateway } from '@cellwright/gateway';
import { build as buildIdentity } from '@cellwright/identity';
import { build as buildLibrary } from '@cellwright/library';
import { EntityServiceService } from '@cellwright/proto/entity';
import { build as buildRunner } from '@cellwright/routine-runner';
import {
  createHealth,
  createInProcessBus,
  createMemoryStore,
  createMetrics,
  silentLogger,
  systemClock,
} from '@cellwright/service-kit';
import { connectCalls } from '@cellwright/service-kit/calls';
import { createGrpcClient } from '@cellwright/service-kit/grpc';
import { anyPeers, provenCaller, testVoucher } from '@cellwright/service-kit/testing/peers';
import { createDatabase, type TestDatabase } from '@cellwright/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  makeOldSchemas,
  migrationsOf,
  oddGripper,
  oldBase,
  oldGripper,
  oldPallet,
  oldRoutine,
  oldSpaceItem,
  oldStacking,
  oldVariable,
  writeOldRows,
} from './old-data.fixture.ts';

let database: TestDatabase;
const stops: (() => Promise<void> | void)[] = [];
let library: Stored;
let equipment: Stored;
let runner: Stored;
let addresses: { identity: string; runner: string };
let url: string;
const adminKey = 'old-data-admin-key';

beforeAll(async () => {
  database = await createDatabase();
  await makeOldSchemas(database.url);
  await writeOldRows(database);
  const bus = createInProcessBus({ log: silentLogger });
  const common = { databaseUrl: database.url, port: 0, bus, clock: systemClock, log: silentLogger };
  const own = (service: string) => ({
    ...common,
    migrations: migrationsOf(service),
    metrics: createMetrics({ defaults: false }),
    health: createHealth(),
  });
  const start = async (service: { start(): Promise<{ address: string }>; stop(): Promise<void> }) => {
    const { address } = await service.start();
    stops.unshift(() => service.stop());
    return address;
  };
  const nobody = '127.0.0.1:9';
  const equipmentAddress = await start(
    await buildEquipment({
      peers: anyPeers('equipment'),
      ...own('equipment'),
      runSimulators: false,
      egress: { allowLoopback: true, ownServices: [] },
    }),
  );
  const libraryAddress = await start(
    await buildLibrary({ peers: anyPeers('library'), ...own('library'), equipmentAddress, identityAddress: nobody }),
  );
  const peers = { library: libraryAddress, motion: nobody, equipment: equipmentAddress };
  const runnerAddress = await start(
    await buildRunner({
      peers: anyPeers('routine-runner'),
      ...own('routine-runner'),
      addresses: peers,
      controllers: {},
    }),
  );
  addresses = {
    identity: await start(
      await buildIdentity({
        peers: anyPeers('identity'),
        voucher: testVoucher,
        auditKey: 'cwaudit_old-data',
        ...own('identity'),
        store: createMemoryStore(),
      }),
    ),
    runner: runnerAddress,
  };
  const doors = {
    ...addresses,
    library: libraryAddress,
    equipment: equipmentAddress,
    dryRun: nobody,
    softwareUpdate: nobody,
    planner: nobody,
  };
  const doorParts = { bus, clock: systemClock, log: silentLogger, metrics: createMetrics({ defaults: false }) };
  const gateway = await buildGateway({
    proofs: anyPeers('gateway').proofs,
    ...doorParts,
    health: createHealth(),
    host: '127.0.0.1',
    port: 0,
    addresses: doors,
    adminKey,
  });
  ({ url } = await gateway.start());
  stops.unshift(() => gateway.stop());
  library = connect(libraryAddress);
  equipment = connect(equipmentAddress);
  runner = connect(runnerAddress);
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await database.drop();
});

type Stored = ReturnType<typeof connect>;
const caller = provenCaller({ subjectId: 'user_1', name: 'Ada', door: '' });

function connect(address: string) {
  const client = createGrpcClient(EntityServiceService, address, { defaultDeadlineMs: 14_000 });
  stops.unshift(() => client.channel.close());
  const read = (json: Uint8Array | undefined) =>
    z.looseObject({ id: z.string(), version: z.number() }).parse(JSON.parse(Buffer.from(json ?? []).toString('utf8')));
  return {
    client,
    get: async (entity: string, id: string, version = 0) =>
      read((await client.getEntity({ entity, caller, id, version })).document?.json),
    async find(entity: string, sort: string[] = ['id']) {
      const query = { where: {}, search: '', sort, limit: 100, offset: 0 };
      const { items } = await client.findEntities({ entity, caller, queryJson: Buffer.from(JSON.stringify(query)) });
      return items.map(({ json }) => read(json));
    },
    patch: async (entity: string, id: string, change: object) => {
      const json = Buffer.from(JSON.stringify(change));
      const request = { entity, caller, id, json, isMerge: true, expectedVersion: 0, commandKey: '' };
      return read((await client.saveEntity(request)).document?.json);
    },
    uses: async (id: string) => (await client.listEntityUses({ caller, id })).items,
  };
}

const headers = { authorization: `Bearer ${adminKey}` };

/** Returns the gateway's response, which contains no old names. */
async function readNewer(route: string, body?: object): Promise<unknown> {
  const sent = body && { method: 'POST', body: JSON.stringify(body) };
  const type = body && { 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/v1/cell${route}`, { ...sent, headers: { ...headers, ...type } });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  expect(text).not.toMatch(/"palletBaseID"|"approachDistanceMM"/);
  return JSON.parse(text);
}

describe('data folder from before entities', () => {
  it('keeps its routines with every version', async () => {
    expect(await library.get('routines', 'routine_old')).toMatchObject({ ...oldRoutine(3), version: 3 });
    for (const version of [1, 2]) {
      expect(await library.get('routines', 'routine_old', version)).toMatchObject({ ...oldRoutine(version), version });
    }
    const request = { entity: 'routines', caller, id: 'routine_old', limit: 10, offset: 0 };
    expect(await library.client.listEntityVersions(request)).toMatchObject({
      total: 3,
      items: [3, 2, 1].map((version) => ({ version, savedByName: 'Ada' })),
    });
    expect(await library.find('routines')).toMatchObject([
      { name: 'Pick and place', description: '2 steps' },
      { name: 'Stacking' },
    ]);
  });

  it('keeps its space items and variables; removed ones stay removed and can be restored', async () => {
    expect(await library.get('globalSpace', 'space_old')).toMatchObject({ ...oldSpaceItem, version: 1 });
    expect(await library.find('globalVariables')).toMatchObject([{ ...oldVariable, version: 1 }]);
    const request = { entity: 'globalVariables', caller, id: 'variable_gone', version: 1, commandKey: '' };
    expect((await library.client.restoreEntity(request)).document?.version).toBe(2);
  });

  it('returns a pallet of one base and one distance over HTTP in the newer form, including earlier versions', async () => {
    const newer = { id: oldPallet.id, palletBaseIDs: ['space_base'], approachDistanceXYMM: 70, approachDistanceZMM: 0 };
    expect(await readNewer('/space-items/space_pallet')).toMatchObject({ ...newer, layerOrder: [] });
    expect(await readNewer('/space-items')).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining(newer)]),
    });
    expect(await readNewer('/space-items/space_pallet?version=1')).toMatchObject({
      ...newer,
      approachDistanceXYMM: 60,
    });
  });

  it("returns such pallets among a routine's own items in the newer form, in every version, and plays no other", async () => {
    const own = { palletBaseIDs: ['space_own_base'], approachDistanceXYMM: 70, approachDistanceZMM: 0 };
    for (const query of ['', '?version=1']) {
      const routine = await readNewer(`/routines/routine_stacking${query}`);
      const milliseconds = query === '' ? 2 : 1;
      expect(routine).toMatchObject({
        space: [{ id: 'space_own_base' }, { id: 'space_own_boxes', ...own }],
        stepConfigurations: { step_stack: { args: { milliseconds } } },
      });
    }
    expect(await readNewer('/routines/routine_stacking/export')).toMatchObject({ routine: { space: [{}, own] } });
  });

  it('accepts a file with such pallets, its own and those of the cell', async () => {
    const routine = { ...oldStacking(1), id: 'routine_of_a_file' };
    const spaceItems = [oldBase, { ...oldPallet, id: 'space_of_a_file' }];
    const file = { format: 'cellwright.routine', formatVersion: 1, routine, globals: { spaceItems } };
    const { routineID } = z.looseObject({ routineID: z.string() }).parse(await readNewer('/routines/import', file));
    // Its steps and items already belong to a routine.
    expect(await readNewer(`/routines/${routineID}`)).toMatchObject({
      space: [{}, { approachDistanceXYMM: 70, approachDistanceZMM: 0 }],
    });
    expect(await readNewer('/space-items/space_of_a_file')).toMatchObject({ palletBaseIDs: ['space_base'] });
  });

  it('refuses a pallet of a newer version over HTTP by its name, sent or stored, and lists the others', async () => {
    const newer = { ...oldPallet, id: 'space_newer', formatVersion: 9 };
    const message = /'Boxes' has format version 9, this cell reads up to version 2\. Update this cell/;
    const send = async (route: string, method = 'GET', body?: object) => {
      const sent = body && { body: JSON.stringify(body) };
      const typed = { ...headers, ...(body && { 'content-type': 'application/json' }) };
      const response = await fetch(`${url}/api/v1/cell${route}`, { method, headers: typed, ...sent });
      return { status: response.status, text: await response.text() };
    };
    const refused = (status: number) => ({ status, text: expect.stringMatching(message) });
    expect(await send('/space-items', 'POST', newer)).toEqual(refused(400));
    expect(await send('/space-items/space_pallet', 'PATCH', { formatVersion: 9 })).toEqual(refused(400));
    const at = "'2026-01-01', '2026-01-01'";
    await database.query(
      `INSERT INTO library."Entity" ("entity", "id", "version", "body", "createdAt", "updatedAt") VALUES ('globalSpace', $1, 1, $2, ${at})`,
      [newer.id, JSON.stringify(newer)],
    );
    expect(await send('/space-items/space_newer')).toEqual(refused(409));
    const listed = await send('/space-items');
    expect(listed).toMatchObject({ status: 200, text: expect.stringContaining('space_pallet') });
    expect(listed.text).not.toContain('space_newer');
  });

  it('keeps the pallets under boxes', async () => {
    expect(await library.uses('space_base')).toContainEqual({ entity: 'globalSpace', id: oldPallet.id, name: 'Boxes' });
    const removed = await fetch(`${url}/api/v1/cell/space-items/space_base`, { method: 'DELETE', headers });
    expect(removed.status).toBe(409);
  });

  it('keeps its devices in order, without new ones', async () => {
    expect(await equipment.find('equipment', ['-isEnabled', '-updatedAt'])).toMatchObject([
      { id: 'equipment_old', config: oldGripper, isEnabled: true, simulatorPort: 20_001, version: 4 },
      { id: 'equipment_odd', config: oddGripper, isEnabled: false, simulatorPort: 20_002, version: 1 },
    ]);
    expect(await equipment.patch('equipment', 'equipment_old', { isEnabled: false })).toMatchObject({
      version: 5,
      config: oldGripper,
    });
  });

  it('finds where its devices and variables are used', async () => {
    const routine = { entity: 'routines', id: 'routine_old', name: 'Pick and place' };
    expect(await library.uses('equipment_old')).toEqual([routine]);
    expect(await library.uses('variable_old')).toEqual([routine]);
    expect(await library.uses('step_grip')).toEqual([]);
  });

  it('keeps its runs with their journals and the played version', async () => {
    const run = { id: 'run_old', status: 'completed', routineID: 'routine_old', routineVersion: 2, version: 1 };
    expect(await runner.find('runs')).toMatchObject([run]);
    const calls = connectCalls('routine-runner', { address: addresses.runner });
    stops.unshift(() => calls.channel.close());
    expect((await calls.ask(listJournal, { id: 'run_old' })).newest).toBe(2);
  });

  it('keeps its tokens', async () => {
    expect(await connect(addresses.identity).find('tokens')).toMatchObject([
      { id: 'token_old', name: 'Line 4', permissions: ['connectToRobot', 'author'] },
    ]);
  });

  it('gets new entities: robots, speed profiles, safety settings', async () => {
    expect((await runner.find('robots')).map(({ id }) => id)).toEqual(['live', 'simulated']);
    expect(await library.find('speedProfiles')).toHaveLength(5);
    expect(await library.find('safetySettings')).toMatchObject([{ id: '1' }]);
  });
});
