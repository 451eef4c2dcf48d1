import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Problem, problemSchema } from '@cellwright/domain';
import { EquipmentServiceService } from '@cellwright/proto/equipment';
import { LibraryServiceService } from '@cellwright/proto/library';
import {
  createHealth,
  createInProcessBus,
  createMetrics,
  type EventBus,
  silentLogger,
  systemClock,
} from '@cellwright/service-kit';
import {
  createGrpcClient,
  type GrpcClient,
  type GrpcServer,
  grpcService,
  startGrpcServer,
} from '@cellwright/service-kit/grpc';
import { createDatabase, type TestDatabase } from '@cellwright/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { build } from './app.ts';

let database: TestDatabase;
let bus: EventBus;
let equipment: GrpcServer;
let library: Awaited<ReturnType<typeof build>>;
let client: GrpcClient<typeof LibraryServiceService>;
const author = { id: 'user_1', name: 'Ada' };
const gripper = {
  id: 'equipment_1',
  config: { kind: 'OnRobot2FG7', name: 'Gripper' },
  isEnabled: true,
  version: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
};

beforeAll(async () => {
  database = await createDatabase();
  bus = createInProcessBus();
  const unused = () => Promise.reject(new Error('not in this test'));
  equipment = await startGrpcServer({
    port: 0,
    log: silentLogger,
    services: [
      grpcService(EquipmentServiceService, {
        listEquipment: async () => ({ recordsJson: [Buffer.from(JSON.stringify(gripper))] }),
        getEquipment: unused,
        createEquipment: unused,
        saveEquipment: unused,
        deleteEquipment: unused,
        getLiveState: unused,
        actuate: unused,
        stopDevices: unused,
      }),
    ],
  });
  library = await build({
    databaseUrl: database.url,
    migrations: fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
    port: 0,
    equipmentAddress: equipment.address,
    bus,
    clock: systemClock,
    log: silentLogger,
    metrics: createMetrics({ defaults: false }),
    health: createHealth(),
  });
  client = createGrpcClient(LibraryServiceService, (await library.start()).address, { defaultDeadlineMs: 14_000 });
});
afterAll(async () => {
  client.channel.close();
  await library.stop();
  await equipment.close();
  await bus.close();
  await database.drop();
});

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const parse = (json: Uint8Array | undefined): unknown => JSON.parse(Buffer.from(json ?? []).toString('utf8'));
const waits = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({ id: `${prefix}_${index}`, stepKind: 'Wait' }));

function routine(id = `routine_${randomUUID()}`, steps: { id: string; stepKind: string }[] = waits(2, `step_${id}`)) {
  const stepConfigurations = Object.fromEntries(
    steps.map((step) => [step.id, { stepKind: step.stepKind, args: { milliseconds: 10 } }]),
  );
  return { id, name: 'Two waits', steps, stepConfigurations };
}
const fileOf = (document: object, more: object = {}) => ({
  format: 'cellwright.routine',
  formatVersion: 1,
  routine: document,
  ...more,
});
const create = (document: object, idempotencyKey = '') =>
  client.createRoutine({ routineJson: bytes(document), author, idempotencyKey });
const importFile = (file: unknown) => client.importRoutine({ fileJson: bytes(file), author, idempotencyKey: '' });
const example = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../examples/routines/${name}.json`, import.meta.url)), 'utf8');

async function load(routineId: string) {
  let problems: Problem[] = [];
  let stepCount = 0;
  const steps: { id: string; path: string }[] = [];
  for await (const { part } of client.loadProgram({ routineId, version: 0 })) {
    if (part?.$case === 'header') {
      ({ stepCount } = part.value);
      if (part.value.problemsJson.length > 0) problems = z.array(problemSchema).parse(parse(part.value.problemsJson));
    } else if (part)
      steps.push(...z.array(z.looseObject({ id: z.string(), path: z.string() })).parse(parse(part.value.stepsJson)));
  }
  return { problems, stepCount, steps };
}

describe('a routine', () => {
  it('is stamped with who made it and when, and keeps that over saves by others', async () => {
    const { routine: made } = await create(routine());
    const first = z
      .looseObject({ id: z.string(), createdAt: z.string(), createdByName: z.literal('Ada') })
      .parse(parse(made?.json));
    const { routine: saved } = await client.saveRoutine({
      id: first.id,
      routineJson: bytes({
        ...first,
        name: 'Renamed',
        createdByName: 'Mallory',
        createdAt: '2000-01-01T00:00:00.000Z',
      }),
      expectedVersion: 1,
      author: { id: 'user_2', name: 'Bob' },
      idempotencyKey: '',
    });
    expect(parse(saved?.json)).toMatchObject({ name: 'Renamed', createdByName: 'Ada', createdAt: first.createdAt });
    const { items } = await client.listRoutineVersions({ id: first.id, page: undefined });
    expect(items.map(({ version, savedByName }) => [version, savedByName])).toEqual([
      [2, 'Bob'],
      [1, 'Ada'],
    ]);
  });

  it('moves configurationUpdatedAt only when arguments change', async () => {
    const document = routine();
    const { routine: made } = await create(document);
    const before = z.looseObject({ configurationUpdatedAt: z.string() }).parse(parse(made?.json));
    const save = async (change: object, expectedVersion: number) => {
      const { routine: saved } = await client.saveRoutine({
        id: document.id,
        routineJson: bytes({ ...before, ...change }),
        expectedVersion,
        author,
        idempotencyKey: '',
      });
      return z.looseObject({ configurationUpdatedAt: z.string() }).parse(parse(saved?.json)).configurationUpdatedAt;
    };
    expect(await save({ name: 'Other' }, 1)).toBe(before.configurationUpdatedAt);
    expect(await save({ stepConfigurations: {} }, 2)).not.toBe(before.configurationUpdatedAt);
  });

  it('is listed with its step count, and as new', async () => {
    const { id } = routine();
    await create(routine(id));
    const { items } = await client.listRoutines({ page: { limit: 1000, offset: 0 } });
    expect(items.find((item) => item.id === id)).toMatchObject({ description: '2 steps', isNew: true, version: 1 });
  });

  it.each([
    ['cut off', '{"id":"r', 'not JSON'],
    ['without steps', { ...routine(), steps: [] }, 'at least one step'],
    ['with a duplicate id', routine('r', [...waits(1, 's'), ...waits(1, 's')]), 'Duplicate step ID'],
    ['that nests too deep', `${'['.repeat(3000)}${']'.repeat(3000)}`, 'levels deep'],
    ['that lacks its id', {}, 'validation errors, the first: id: This is missing'],
    ['that is not UTF-8', Buffer.from([0xff, 0xfe, 0x7b]), 'UTF-8'],
  ])('%s is refused in words', async (_what, document, message) => {
    const routineJson = Buffer.isBuffer(document) ? document : bytes(document);
    await expect(client.createRoutine({ routineJson, author, idempotencyKey: '' })).rejects.toMatchObject({
      code: expect.stringMatching(/request_failed_validation|too_large/),
      message: expect.stringContaining(message),
    });
  });

  it('of 5 MB is stored, checked and loaded', async () => {
    const count = 38_000;
    const steps = waits(count, 'big').map((step) => ({ ...step, description: 'Waits a moment before it goes on' }));
    const document = routine(undefined, steps);
    expect(bytes(document).length).toBeGreaterThan(5_000_000);
    await create(document);
    const { stepCount, problems, steps: loaded } = await load(document.id);
    expect([stepCount, problems, loaded.length]).toEqual([count, [], count]);
    expect(loaded.map(({ id }) => id)).toEqual(steps.map(({ id }) => id));
  }, 30_000);

  it('that is not there is not found', async () => {
    await expect(client.getRoutine({ id: 'routine_none', version: 0 })).rejects.toMatchObject({
      code: 'routine_does_not_exist',
    });
    const { id } = routine();
    await create(routine(id));
    await expect(client.getRoutine({ id, version: 9 })).rejects.toMatchObject({
      message: expect.stringContaining('has no version 9'),
    });
  });
});

describe('loading', () => {
  it('gives the steps in document order with their arguments filled in', async () => {
    const { routineId } = await importFile(example('pick-and-place'));
    const { steps, problems } = await load(routineId);
    expect(problems).toEqual([]);
    expect(steps.slice(0, 3).map(({ path }) => path)).toEqual(['1', '2', '2.1']);
    expect(steps[0]).toMatchObject({ args: { control: 'move', tolerance: 0.003 } });
  });

  it('of a routine with problems gives them all and no steps', async () => {
    const document = routine();
    document.stepConfigurations = Object.fromEntries(
      Object.keys(document.stepConfigurations).map((id) => [id, { stepKind: 'Wait', args: { milliseconds: -1 } }]),
    );
    await create(document);
    const { problems, steps } = await load(document.id);
    expect(problems).toHaveLength(2);
    expect(steps).toEqual([]);
  });
});

describe('importing', () => {
  it('updates the routine with the same id', async () => {
    const document = routine();
    expect(await importFile(fileOf(document))).toMatchObject({ created: true, version: 1 });
    expect(await importFile(fileOf(document))).toMatchObject({ created: false, version: 2 });
  });

  it('gives new ids to what another routine has already', async () => {
    const first = routine();
    await importFile(fileOf(first));
    const second = { ...first, id: `routine_${randomUUID()}` };
    const { remappedIds, routineId } = await importFile(fileOf(second));
    expect(Object.keys(remappedIds).sort()).toEqual(first.steps.map(({ id }) => id).sort());
    const { problems, steps } = await load(routineId);
    expect(problems).toEqual([]);
    expect(steps.map(({ id }) => id)).toEqual(first.steps.map(({ id }) => remappedIds[id]));
  });

  it('brings the globals the cell lacks, and leaves those it has', async () => {
    const variable = { id: `variable_${randomUUID()}`, name: 'speed', initialValue: 1, isGlobal: true };
    await importFile(fileOf(routine(), { globals: { variables: [variable], spaceItems: [] } }));
    await importFile(fileOf(routine(), { globals: { variables: [{ ...variable, initialValue: 2 }], spaceItems: [] } }));
    expect(parse((await client.getVariable({ id: variable.id })).variable?.json)).toMatchObject({ initialValue: 1 });
  });

  it('says what the cell lacks', async () => {
    const equipmentNeeded = [{ capability: 'gripper' }, { kind: 'HexE', name: 'Force sensor' }];
    const { missing } = await importFile(fileOf(routine(), { requires: { equipment: equipmentNeeded } }));
    expect(missing).toEqual(['Force sensor']);
  });

  it('of what was exported is the same routine', async () => {
    const { routineId } = await importFile(example('pick-and-place'));
    const { fileJson } = await client.exportRoutine({ id: routineId, version: 0 });
    expect(parse(fileJson)).toMatchObject({ requires: { equipment: [{ capability: 'gripper' }] } });
    expect(await importFile(parse(fileJson))).toMatchObject({
      routineId,
      created: false,
      remappedIds: {},
      missing: [],
    });
  });
});

describe('space items and variables', () => {
  const item = () => ({
    id: `space_${randomUUID()}`,
    name: 'P1',
    kind: 'singlePosition',
    positions: [{ jointAngles: [0, 0, 0, 0, 0, 0] }],
  });

  it('are versioned, and refused when saved from an older version', async () => {
    const document = item();
    await client.createSpaceItem({ itemJson: bytes(document), idempotencyKey: '' });
    const save = (expectedVersion: number) =>
      client.saveSpaceItem({
        id: document.id,
        itemJson: bytes({ ...document, name: 'P2' }),
        expectedVersion,
        idempotencyKey: '',
      });
    expect((await save(1)).item?.version).toBe(2);
    await expect(save(1)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('are refused when they do not fit their schema, all problems at once', async () => {
    const wrong = { ...item(), name: '', positions: [{}, {}] };
    await expect(client.createSpaceItem({ itemJson: bytes(wrong), idempotencyKey: '' })).rejects.toMatchObject({
      code: 'request_failed_validation',
      details: {
        problems: [expect.objectContaining({ fieldId: 'name' }), expect.objectContaining({ fieldId: 'positions' })],
      },
    });
  });

  it('announce their changes on the bus', async () => {
    const heard: unknown[] = [];
    const subscription = await bus.subscribe('event.library.>', (message) => void heard.push(message.json()));
    const document = item();
    await client.createSpaceItem({ itemJson: bytes(document), idempotencyKey: '' });
    await client.deleteSpaceItem({ id: document.id, idempotencyKey: '' });
    await expect
      .poll(() => heard)
      .toEqual(
        expect.arrayContaining([
          { collection: 'spaceItem', id: document.id, version: 1, change: 'created' },
          expect.objectContaining({ id: document.id, change: 'deleted' }),
        ]),
      );
    await subscription.close();
  });
});
