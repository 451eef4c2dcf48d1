/** For tests: the service as it runs in a cell, on a real database, called over gRPC. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type EquipmentRecord, equipmentLiveStateSchema, equipmentRecordSchema } from '@cellwright/domain/equipment';
import { stampsSchema } from '@cellwright/entities';
import {
  type CommandedCapabilityName,
  type CommandOf,
  commandedCapabilities,
  type DeviceResult,
  type GripperCommand,
  type OutcomeOf,
  resultSchemaOf,
} from '@cellwright/equipment/capabilities';
import { RobotKind } from '@cellwright/proto/common';
import { EntityServiceService } from '@cellwright/proto/entity';
import { EquipmentServiceService } from '@cellwright/proto/equipment';
import { createHealth, createInProcessBus, createMetrics, silentLogger, systemClock } from '@cellwright/service-kit';
import { connectCalls } from '@cellwright/service-kit/calls';
import type { EgressSettings } from '@cellwright/service-kit/egress';
import { createGrpcClient } from '@cellwright/service-kit/grpc';
import { createServiceDatabase } from '@cellwright/service-kit/testing';
import { provenCalls } from '@cellwright/service-kit/testing/calls';
import { anyPeers, provenCaller } from '@cellwright/service-kit/testing/peers';
import type { TestDatabase } from '@cellwright/testkit';
import { afterEach, beforeEach } from 'vitest';
import type * as z from 'zod';
import { build } from '../app.ts';
import type { Session } from '../domain/stop-epochs.ts';
import { schema } from '../store/database.ts';

export const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** A database with the service's tables. */
export const createEquipmentDatabase = () => createServiceDatabase(schema, migrations);

export type EquipmentCell = Awaited<ReturnType<typeof startEquipmentCell>>;

/** Egress settings of tests: devices are simulated on loopback by default. */
const openEgress: EgressSettings = { allowLoopback: true, ownServices: [] };

export interface EquipmentCellOptions {
  readonly runSimulators?: boolean;
  readonly egress?: EgressSettings;
  readonly migrationsFolder?: string;
  readonly identityAddress?: string;
  /** Folder with packages of kinds. */
  readonly packagesPath?: string;
}

/** Starts a cell on a database of its own before each test, and stops it after the test. */
export function startCellBeforeEach(onStart: (cell: EquipmentCell) => void, options?: EquipmentCellOptions) {
  let database: TestDatabase;
  let cell: EquipmentCell;
  const start = async () => {
    cell = await startEquipmentCell(database.url, options);
    onStart(cell);
  };
  beforeEach(async () => {
    database = await createEquipmentDatabase();
    await start();
  });
  afterEach(async () => {
    await cell.stop();
    await database.drop();
  });
  return {
    database: () => database,
    /** Stops the cell and starts it again on the same database. */
    async restart(): Promise<void> {
      await cell.stop();
      await start();
    },
  };
}

export async function startEquipmentCell(
  databaseUrl: string,
  {
    runSimulators = true,
    egress = openEgress,
    migrationsFolder = migrations,
    identityAddress,
    packagesPath,
  }: EquipmentCellOptions = {},
) {
  const bus = createInProcessBus({ log: silentLogger });
  const service = await build({
    peers: anyPeers('equipment'),
    databaseUrl,
    migrations: migrationsFolder,
    port: 0,
    runSimulators,
    egress,
    identityAddress,
    packagesPath,
    bus,
    clock: systemClock,
    log: silentLogger,
    metrics: createMetrics({ defaults: false }),
    health: createHealth(),
  });
  const { address } = await service.start();
  const client = createGrpcClient(EquipmentServiceService, address, { defaultDeadlineMs: 50_000 });
  const calls = provenCalls(connectCalls('equipment', { address, defaultDeadlineMs: 50_000 }));
  const stored = createGrpcClient(EntityServiceService, address, { defaultDeadlineMs: 50_000 });
  return {
    ...askOver(client),
    ...askStored(stored),
    address,
    bus,
    client,
    calls,
    stored,
    simulators: service.simulators,
    async stop() {
      client.channel.close();
      calls.channel.close();
      stored.channel.close();
      await service.stop();
      await bus.close();
    },
  };
}

const caller = provenCaller({ subjectId: 'user_1', name: 'Ada', door: '' });
/** A record as returned to clients. */
const answerSchema = equipmentRecordSchema.extend(stampsSchema.shape);
export type AnsweredRecord = z.infer<typeof answerSchema>;

/** Calls for records as entities. */
function askStored(client: ReturnType<typeof createGrpcClient<typeof EntityServiceService>>) {
  const entity = 'equipment';
  const read = ({ document }: { document?: { json: Uint8Array } | undefined }): AnsweredRecord =>
    answerSchema.parse(JSON.parse(Buffer.from(document?.json ?? []).toString('utf8')));
  return {
    get: async (id: string) => read(await client.getEntity({ entity, caller, id, version: 0 })),
    create: async (record: unknown, commandKey = randomUUID()) =>
      read(await client.createEntity({ entity, caller, json: toJson(record), commandKey })),
    async save(id: string, record: unknown, expectedVersion: number, commandKey = randomUUID(), isMerge = false) {
      const json = toJson(record);
      return read(await client.saveEntity({ entity, caller, id, json, isMerge, expectedVersion, commandKey }));
    },
    restore: async (id: string) =>
      read(await client.restoreEntity({ entity, caller, id, version: 0, commandKey: randomUUID() })),
    /** Returns the names of the devices that match a query. */
    async find(where: Record<string, unknown>): Promise<string[]> {
      const query = { where, search: '', sort: ['-isEnabled', '-updatedAt'], limit: 100, offset: 0 };
      const { items } = await client.findEntities({ entity, caller, queryJson: toJson(query) });
      return items.map(({ json }) => answerSchema.parse(JSON.parse(Buffer.from(json).toString('utf8'))).config.name);
    },
    delete: (id: string) => client.removeEntity({ entity, caller, id, expectedVersion: 0, commandKey: randomUUID() }),
  };
}

/** The calls of the service, with JSON validated by its schemas. */
export function askOver(client: ReturnType<typeof createGrpcClient<typeof EquipmentServiceService>>) {
  return {
    async list(filter: { enabledOnly?: boolean; capability?: string } = {}): Promise<EquipmentRecord[]> {
      const { recordsJson } = await client.listEquipment({ enabledOnly: false, capability: '', ...filter });
      return recordsJson.map(readRecord);
    },
    async state(id: string, session: Session = 'simulated') {
      const { stateJson } = await client.getLiveState({ id, ...robotOf(session) });
      return equipmentLiveStateSchema.parse(JSON.parse(Buffer.from(stateJson).toString('utf8')));
    },
    actuate: (command: GripperCommand, options: ActuateOptions = {}) => actuateAs('gripper', command, options),
    actuateAs,
    stopDevices: (stopEpoch: number, session: Session = 'simulated') =>
      client.stopDevices({ ...robotOf(session), stopEpoch }),
  };

  async function actuateAs<Name extends CommandedCapabilityName>(
    capability: Name,
    command: CommandOf<Name>,
    options: ActuateOptions = {},
  ): Promise<DeviceResult<OutcomeOf<Name>>> {
    const { session = 'simulated', equipmentId = '', stopEpoch = 1, key = randomUUID(), signal } = options;
    const commandJson = toJson(command);
    const { resultJson } = await client.actuate(
      { ...robotOf(session), equipmentId, stopEpoch, capability, commandJson, idempotencyKey: key },
      { signal },
    );
    const schema = resultSchemaOf(commandedCapabilities[capability]);
    return schema.parse(JSON.parse(Buffer.from(resultJson).toString('utf8')));
  }
}

export interface ActuateOptions {
  readonly session?: Session;
  readonly equipmentId?: string;
  readonly stopEpoch?: number;
  readonly key?: string;
  readonly signal?: AbortSignal;
}

/** Moves the fingers to a width and waits for it; slow enough at 0.1 to be observed midway. */
export function moveTo(widthMeters: number, speedFraction = 1): GripperCommand {
  return {
    control: 'move',
    widthMeters,
    direction: 'inward',
    speedFraction,
    toleranceMeters: 0.003,
    waitForGrip: true,
  };
}

function robotOf(session: Session) {
  const robotKind = session === 'simulated' ? RobotKind.ROBOT_KIND_SIMULATED : RobotKind.ROBOT_KIND_LIVE;
  return { robotKind, isTwin: session === 'twin' };
}

function readRecord(json: Uint8Array): EquipmentRecord {
  return equipmentRecordSchema.parse(JSON.parse(Buffer.from(json).toString('utf8')));
}

function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
