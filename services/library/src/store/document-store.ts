import { ProductError } from '@cellwright/domain';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { DocumentInput, LibraryStore, StoredDocument } from '../domain/ports.ts';
import type { Collection, Prisma, PrismaClient } from './generated/client.ts';

export interface ChangedEvent {
  readonly collection: Collection;
  readonly id: string;
  readonly version: number;
  readonly change: 'created' | 'saved' | 'deleted';
}

export const documentSubject = (collection: Collection) => `event.library.${collection}`;

/** Documents in Postgres. Every change is one transaction: document, version, event and remembered reply. */
export function createDocumentStore(prisma: PrismaClient, onCommitted: () => void): LibraryStore {
  const commit = async <T extends StoredDocument>(key: string, change: (tx: Transaction) => Promise<T>): Promise<T> => {
    const result = await guardDatabase(() => inTransaction(prisma, key, change));
    onCommitted();
    return result;
  };
  return {
    create: (input, key) => commit(key, (tx) => insert(tx, input)),
    save: (input, expectedVersion, key) => commit(key, (tx) => update(tx, input, expectedVersion)),
    upsert: (input, key) =>
      commit(key, async (tx) => {
        const existing = await tx.document.findUnique({ where: keyOf(input), select: { version: true } });
        return existing
          ? { ...(await update(tx, input, existing.version, true)), created: false }
          : { ...(await insert(tx, input)), created: true };
      }),
    find: (collection, id, version) =>
      guardDatabase(async () => {
        const document = await prisma.document.findUnique({ where: { collection_id: { collection, id } } });
        if (!document || (document.deletedAt && version === undefined)) return undefined;
        const row = await prisma.documentVersion.findUnique({
          where: { collection_id_version: { collection, id, version: version ?? document.version } },
        });
        return row ? { id, version: row.version, body: row.body } : undefined;
      }),
    list: (collection, { limit, offset }) =>
      guardDatabase(async () => {
        const where = { collection, deletedAt: null };
        const [rows, total] = await prisma.$transaction([
          prisma.document.findMany({ where, orderBy: newestFirst, take: limit, skip: offset }),
          prisma.document.count({ where }),
        ]);
        return { rows, total };
      }),
    listBodies: (collection, { limit, offset, kind }) =>
      guardDatabase(async () => {
        const where = { collection, deletedAt: null, ...(kind ? { kind } : {}) };
        const [rows, total] = await prisma.$transaction([
          prisma.document.findMany({
            where,
            orderBy: newestFirst,
            take: limit,
            skip: offset,
            include: { versions: { orderBy: { version: 'desc' }, take: 1 } },
          }),
          prisma.document.count({ where }),
        ]);
        return {
          documents: rows.map(({ id, version, versions }) => ({ id, version, body: versions[0]?.body ?? '{}' })),
          total,
        };
      }),
    listAllBodies: (collection) =>
      guardDatabase(async () => {
        const rows = await prisma.document.findMany({
          where: { collection, deletedAt: null },
          orderBy: newestFirst,
          select: { versions: { orderBy: { version: 'desc' }, take: 1, select: { body: true } } },
        });
        return rows.flatMap(({ versions }) => versions.map(({ body }) => body));
      }),
    listVersions: (collection, id, { limit, offset }) =>
      guardDatabase(async () => {
        const where = { collection, id };
        const [rows, total] = await prisma.$transaction([
          prisma.documentVersion.findMany({
            where,
            orderBy: { version: 'desc' },
            take: limit,
            skip: offset,
            select: { version: true, savedAt: true, savedByName: true },
          }),
          prisma.documentVersion.count({ where }),
        ]);
        return { rows, total };
      }),
    delete: (collection, id, at) =>
      guardDatabase(async () => {
        await prisma.$transaction(async (tx) => {
          const { count } = await tx.document.updateMany({
            where: { collection, id, deletedAt: null },
            data: { deletedAt: at },
          });
          if (count > 0)
            await enqueue(tx, { collection, id, version: 0, change: 'deleted' }, `${id}:deleted:${at.getTime()}`);
        });
      }),
    findTakenIds: (memberIds, exceptID) =>
      guardDatabase(async () => {
        if (memberIds.length === 0) return [];
        const rows = await prisma.document.findMany({
          where: {
            collection: 'routine',
            id: { not: exceptID },
            deletedAt: null,
            memberIds: { hasSome: [...memberIds] },
          },
          select: { memberIds: true },
        });
        const taken = new Set(rows.flatMap((row) => row.memberIds));
        return memberIds.filter((id) => taken.has(id));
      }),
  };
}

const newestFirst: Prisma.DocumentOrderByWithRelationInput[] = [{ createdAt: 'desc' }, { id: 'desc' }];

type Transaction = Prisma.TransactionClient;

/** Runs a change once per idempotency key: a repeat after a restart gets the reply that was committed with the change. */
async function inTransaction<T extends StoredDocument>(
  prisma: PrismaClient,
  key: string,
  change: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return prisma.$transaction(
    async (tx) => {
      if (key) {
        const earlier = await tx.reply.findUnique({ where: { key } });
        // Sound: the reply under a key was written by the same kind of change (the gRPC layer compares requests).
        if (earlier) return JSON.parse(earlier.body) as T;
      }
      const result = await change(tx);
      if (key) await tx.reply.create({ data: { key, body: JSON.stringify(result) } });
      return result;
    },
    { maxWait: 2000, timeout: 10_000 },
  );
}

async function insert(tx: Transaction, input: DocumentInput): Promise<StoredDocument> {
  const { count } = await tx.document.createMany({
    data: [{ ...columnsOf(input), version: 1, createdAt: input.at }],
    skipDuplicates: true,
  });
  if (count === 0) {
    throw new ProductError(
      'conflict',
      `There is already a document with the id ${input.id}. Save it instead, or choose another id`,
    );
  }
  await insertVersion(tx, input, 1, 'created');
  return { id: input.id, version: 1, body: input.body };
}

async function update(
  tx: Transaction,
  input: DocumentInput,
  expectedVersion: number,
  revives = false,
): Promise<StoredDocument> {
  const version = expectedVersion + 1;
  const { count } = await tx.document.updateMany({
    where: {
      collection: input.collection,
      id: input.id,
      version: expectedVersion,
      ...(revives ? {} : { deletedAt: null }),
    },
    data: { ...columnsOf(input), version, deletedAt: null },
  });
  if (count === 0) await refuseSave(tx, input, expectedVersion);
  await insertVersion(tx, input, version, 'saved');
  return { id: input.id, version, body: input.body };
}

async function refuseSave(tx: Transaction, { collection, id }: DocumentInput, expectedVersion: number): Promise<never> {
  const current = await tx.document.findUnique({
    where: { collection_id: { collection, id } },
    select: { version: true, deletedAt: true },
  });
  if (!current || current.deletedAt) throw new ProductError('not_found', `There is no document with the id ${id}`);
  throw new ProductError(
    'conflict',
    `Someone saved version ${current.version} since you opened version ${expectedVersion}. Load the newest version and make your change again`,
    { currentVersion: current.version },
  );
}

async function insertVersion(
  tx: Transaction,
  input: DocumentInput,
  version: number,
  change: 'created' | 'saved',
): Promise<void> {
  const { collection, id, body, at, savedByName } = input;
  await tx.documentVersion.create({ data: { collection, id, version, body, savedAt: at, savedByName } });
  await enqueue(tx, { collection, id, version, change }, `${collection}:${id}:${version}`);
}

async function enqueue(tx: Transaction, event: ChangedEvent, messageId: string): Promise<void> {
  await tx.outbox.create({ data: { messageId, subject: documentSubject(event.collection), payload: { ...event } } });
}

function keyOf({ collection, id }: DocumentInput) {
  return { collection_id: { collection, id } };
}

function columnsOf(input: DocumentInput) {
  return {
    collection: input.collection,
    id: input.id,
    name: input.name,
    kind: input.kind ?? '',
    summary: input.summary ?? {},
    memberIds: [...(input.memberIds ?? [])],
    updatedAt: input.at,
  };
}
