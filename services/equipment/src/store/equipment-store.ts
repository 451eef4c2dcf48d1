import { type EquipmentRecord, equipmentRecordSchema, messages, ProductError } from '@cellwright/domain';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { EquipmentStore, RecordInput } from '../domain/ports.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import type { EquipmentModel } from './generated/models.ts';

/** The durable subject of changes of records. */
export const changedSubject = 'event.equipment.changed';

/** What happened to a record; whoever needs the record itself asks for it. */
export interface EquipmentChanged {
  readonly id: string;
  readonly version: number;
  readonly change: 'created' | 'saved' | 'deleted';
}

type Transaction = Prisma.TransactionClient;

/** Records in Postgres. Every change is one transaction: record, event and remembered reply. */
export function createEquipmentStore(prisma: PrismaClient, onCommitted: () => void): EquipmentStore {
  const commit = async <T>(change: (tx: Transaction) => Promise<T>): Promise<T> => {
    const result = await guardDatabase(() => prisma.$transaction(change, { maxWait: 2000, timeout: 10_000 }));
    onCommitted();
    return result;
  };
  return {
    list: () =>
      guardDatabase(async () => {
        const rows = await prisma.equipment.findMany({
          where: { deletedAt: null },
          orderBy: [{ isEnabled: 'desc' }, { updatedAt: 'desc' }, { id: 'desc' }],
        });
        return rows.map(toRecord);
      }),
    find: (id) =>
      guardDatabase(async () => {
        const row = await prisma.equipment.findUnique({ where: { id } });
        return row && !row.deletedAt ? toRecord(row) : undefined;
      }),
    create: (input, key) => commit((tx) => once(tx, replyKey('create', key), () => insert(tx, input))),
    save: (input, expectedVersion, key) =>
      refuseTakenPort(input, () =>
        commit((tx) => once(tx, replyKey('save', key), () => update(tx, input, expectedVersion))),
      ),
    delete: (id, at) => commit((tx) => markDeleted(tx, id, at)),
    seed: (input) =>
      commit(async (tx) => {
        // One of several processes that start together wins.
        const { count } = await tx.reply.createMany({ data: [{ key: 'first-start', body: '' }], skipDuplicates: true });
        return count === 0 ? undefined : insert(tx, input);
      }),
  };
}

/** Runs a change once per idempotency key: a repeat after a restart gets the reply that was committed with the change. */
async function once(
  tx: Transaction,
  key: string | undefined,
  change: () => Promise<EquipmentRecord>,
): Promise<EquipmentRecord> {
  if (key === undefined) return change();
  const earlier = await tx.reply.findUnique({ where: { key } });
  if (earlier) return equipmentRecordSchema.parse(JSON.parse(earlier.body));
  const record = await change();
  await tx.reply.create({ data: { key, body: JSON.stringify(record) } });
  return record;
}

function replyKey(change: 'create' | 'save', key: string): string | undefined {
  return key === '' ? undefined : `${change}:${key}`;
}

async function insert(tx: Transaction, input: RecordInput): Promise<EquipmentRecord> {
  const row = { ...columnsOf(input), id: input.id, version: 1, createdAt: input.at };
  const { count } = await tx.equipment.createMany({ data: [row], skipDuplicates: true });
  if (count === 0) {
    await checkPort(tx, input);
    const message = `There is already a device with the id ${input.id}. Save it instead, or leave the id out`;
    throw new ProductError('conflict', message);
  }
  await enqueue(tx, { id: input.id, version: 1, change: 'created' });
  return toRecord({ ...row, deletedAt: null });
}

async function update(tx: Transaction, input: RecordInput, expectedVersion: number): Promise<EquipmentRecord> {
  const { id } = input;
  await checkPort(tx, input);
  const version = expectedVersion + 1;
  const { count } = await tx.equipment.updateMany({
    where: { id, version: expectedVersion, deletedAt: null },
    data: { ...columnsOf(input), version },
  });
  if (count === 0) await refuseSave(tx, id, expectedVersion);
  await enqueue(tx, { id, version, change: 'saved' });
  return toRecord({ ...columnsOf(input), id, version, createdAt: input.at, deletedAt: null });
}

async function refuseSave(tx: Transaction, id: string, expectedVersion: number): Promise<never> {
  const current = await tx.equipment.findUnique({ where: { id } });
  if (!current || current.deletedAt) throw new ProductError('not_found', messages.equipmentNotFound(id));
  throw new ProductError(
    'conflict',
    `Someone saved version ${current.version} since you opened version ${expectedVersion}. Load the newest version and make your change again`,
    { currentVersion: current.version },
  );
}

async function markDeleted(tx: Transaction, id: string, at: Date): Promise<void> {
  const current = await tx.equipment.findUnique({ where: { id } });
  if (!current) throw new ProductError('not_found', messages.equipmentNotFound(id));
  if (current.deletedAt) return;
  const version = current.version + 1;
  await tx.equipment.update({ where: { id }, data: { deletedAt: at, version } });
  await enqueue(tx, { id, version, change: 'deleted' });
}

async function checkPort(tx: Transaction, { id, simulatorPort }: RecordInput): Promise<void> {
  if (simulatorPort === undefined) return;
  const owner = await tx.equipment.findFirst({ where: { simulatorPort, deletedAt: null, id: { not: id } } });
  if (owner) throw portIsTaken(simulatorPort);
}

/** Two saves that take one port at the same moment both pass the check; the index lets one through. */
async function refuseTakenPort<T>({ simulatorPort }: RecordInput, save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    const isClash = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
    throw isClash && simulatorPort !== undefined ? portIsTaken(simulatorPort) : error;
  }
}

function portIsTaken(port: number): ProductError {
  return new ProductError(
    'conflict',
    `Simulator port ${port} belongs to another device. Choose another, or leave it out to get a free one`,
    { simulatorPort: port },
  );
}

async function enqueue(tx: Transaction, event: EquipmentChanged): Promise<void> {
  const messageId = `equipment:${event.id}:${event.version}`;
  await tx.outbox.create({ data: { messageId, subject: changedSubject, payload: { ...event } } });
}

function columnsOf({ config, isEnabled, simulatorPort, at }: RecordInput) {
  return { config: JSON.stringify(config), isEnabled, simulatorPort: simulatorPort ?? null, updatedAt: at };
}

function toRecord(row: EquipmentModel): EquipmentRecord {
  return equipmentRecordSchema.parse({
    id: row.id,
    config: JSON.parse(row.config),
    isEnabled: row.isEnabled,
    simulatorPort: row.simulatorPort ?? undefined,
    version: row.version,
    updatedAt: row.updatedAt.toISOString(),
  });
}
