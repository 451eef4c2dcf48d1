import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { CallDefinition } from '@cellwright/calls';
import { ProductError } from '@cellwright/domain/basics';
import { type FlagName, mapFlags } from '@cellwright/domain/cell';
import { EntityServiceService } from '@cellwright/proto/entity';
import { EquipmentServiceService } from '@cellwright/proto/equipment';
import { LibraryServiceService } from '@cellwright/proto/library';
import { createHealth, createInProcessBus, createMetrics, silentLogger, systemClock } from '@cellwright/service-kit';
import { type CallExtras, connectCalls } from '@cellwright/service-kit/calls';
import { createGrpcClient, grpcService, startGrpcServer } from '@cellwright/service-kit/grpc';
import { createServiceDatabase } from '@cellwright/service-kit/testing';
import { provenCalls } from '@cellwright/service-kit/testing/calls';
import { anyCaller, anyPeers, provenCaller } from '@cellwright/service-kit/testing/peers';
import * as z from 'zod';
import { build } from '../app.ts';
import { schema } from '../store/database.ts';

const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

export const author = { id: 'user_1', name: 'Ada' };
export const ada = provenCaller({ subjectId: author.id, name: author.name, door: 'http' });
const gripper = {
  id: 'equipment_1',
  config: { kind: 'OnRobot2FG7', name: 'Gripper' },
  isEnabled: true,
};

export type LibraryBench = Awaited<ReturnType<typeof startLibraryBench>>;

/** Starts a library on its own database, in a cell with one gripper. */
export async function startLibraryBench() {
  const database = await createServiceDatabase(schema, migrations);
  const bus = createInProcessBus();
  const unused = () => Promise.reject(new Error('not in this test'));
  const equipment = await startGrpcServer({
    callers: anyCaller,
    port: 0,
    log: silentLogger,
    services: [
      grpcService(EquipmentServiceService, {
        listEquipment: async () => ({ recordsJson: [Buffer.from(JSON.stringify(gripper))], onFlange: [] }),
        getLiveState: unused,
        actuate: unused,
        stopDevices: unused,
        async *followCamera() {},
        async *followForce() {},
        sendHttpRequest: unused,
        holdOnFlange: unused,
        runVisionMethod: unused,
      }),
    ],
  });
  const flags = await startFlags();
  const library = await build({
    peers: anyPeers('library'),
    databaseUrl: database.url,
    migrations,
    port: 0,
    equipmentAddress: equipment.address,
    identityAddress: flags.address,
    bus,
    clock: systemClock,
    log: silentLogger,
    metrics: createMetrics({ defaults: false }),
    health: createHealth(),
  });
  const { address } = await library.start();
  const client = createGrpcClient(LibraryServiceService, address, { defaultDeadlineMs: 50_000 });
  const calls = provenCalls(connectCalls('library', { address, defaultDeadlineMs: 50_000 }));
  const stored = createGrpcClient(EntityServiceService, address, { defaultDeadlineMs: 50_000 });
  return {
    bus,
    database,
    flags,
    client,
    /** Sends a call of packages/calls as the author. */
    call<Input extends z.ZodObject, Output>(
      definition: CallDefinition<Input, z.ZodType<Output>>,
      input: z.input<Input>,
      { document = '', ...extras }: Omit<CallExtras, 'document'> & { readonly document?: unknown } = {},
    ): Promise<Output> {
      const body = Buffer.isBuffer(document) ? document : bytes(document);
      return calls.ask(definition, input, { author, ...extras, document: body });
    },
    stored,
    make: (entity: string, document: unknown, commandKey = '', caller = ada) =>
      stored.createEntity({
        entity,
        caller,
        json: Buffer.isBuffer(document) ? document : bytes(document),
        commandKey,
      }),
    save: (entity: string, id: string, document: object, expectedVersion: number, caller = ada, commandKey = '') =>
      stored.saveEntity({ entity, caller, id, json: bytes(document), isMerge: false, expectedVersion, commandKey }),
    remove: (entity: string, id: string) =>
      stored.removeEntity({ entity, caller: ada, id, expectedVersion: 0, commandKey: '' }),
    async find(entity: string, query: object = {}) {
      const whole = { where: {}, search: '', sort: ['-createdAt'], limit: 1000, offset: 0, ...query };
      const { items } = await stored.findEntities({ entity, caller: ada, queryJson: bytes(whole) });
      return items.map(({ json }) => z.looseObject({ id: z.string() }).parse(parse(json)));
    },
    async stop() {
      client.channel.close();
      calls.channel.close();
      stored.channel.close();
      await library.stop();
      await equipment.close();
      await flags.close();
      await bus.close();
      await database.drop();
    },
  };
}

/** Starts a server that returns the feature flags with the additional fields of the identity service. */
async function startFlags() {
  const unused = () => Promise.reject(new Error('not in this test'));
  const flags = { on: [] as readonly FlagName[], isAnswering: true };
  const server = await startGrpcServer({
    callers: anyCaller,
    port: 0,
    log: silentLogger,
    services: [
      grpcService(EntityServiceService, {
        getEntity: async ({ entity, id }) => {
          if (!flags.isAnswering) throw new ProductError('unavailable', 'Try again soon');
          const json = bytes({ ...mapFlags((name) => flags.on.includes(name)), id, version: 3 });
          return entity === 'featureFlags' ? { document: { id, version: 3, json } } : unused();
        },
        findEntities: unused,
        createEntity: unused,
        saveEntity: unused,
        removeEntity: unused,
        restoreEntity: unused,
        listEntityVersions: unused,
        listEntityUses: unused,
      }),
    ],
  });
  return Object.assign(flags, { address: server.address, close: () => server.close() });
}

export const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
export const parse = (json: Uint8Array | undefined): unknown => JSON.parse(Buffer.from(json ?? []).toString('utf8'));
export const waits = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({ id: `${prefix}_${index}`, stepKind: 'Wait' }));

export function routine(
  id = `routine_${randomUUID()}`,
  steps: { id: string; stepKind: string }[] = waits(2, `step_${id}`),
) {
  const stepConfigurations = Object.fromEntries(
    steps.map((step) => [step.id, { stepKind: step.stepKind, args: { milliseconds: 10 } }]),
  );
  return { id, name: 'Two waits', steps, stepConfigurations };
}
