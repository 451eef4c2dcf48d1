import { ProductError } from '@cellwright/domain/basics';
import type { AnyEntity, EntityChange, PreparedDocument } from '@cellwright/entities';
import { storableJson } from '../postgres/storable-json.ts';
import { claimNames, keepsName } from './entity-names.ts';
import { enqueueChange } from './entity-outbox.ts';
import { relateDocuments } from './entity-relations.ts';
import {
  type Change,
  type EntityTransaction,
  refuseMissing,
  refuseStale,
  type StoredEntity,
  storedColumns,
} from './stored-entity.ts';

/** Inserts a document. @throws ProductError conflict when the id is taken, even by a removed one. */
export async function insertDocument(
  tx: EntityTransaction,
  entity: AnyEntity,
  document: PreparedDocument,
  { by, contentBy = by, at, answer }: Change,
): Promise<StoredEntity> {
  const stamps = { createdAt: at, updatedAt: at, updatedByID: contentBy.id, updatedByName: contentBy.name };
  const stored = { id: document.id, version: 1, body: document.body, listing: document.listing ?? null, ...stamps };
  const inserted = await tx
    .insertInto('Entity')
    .values({ ...stored, entity: entity.name, fields: storableJson(JSON.stringify(document.fields)) })
    .onConflict((conflict) => conflict.columns(['entity', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) await refuseInsert(tx, entity, document.id);
  await claimNames(tx, entity, [document]);
  await relateDocuments(tx, entity, [document]);
  enqueueChange(tx, entity, 'created', stored, by, answer);
  return stored;
}

async function refuseInsert(tx: EntityTransaction, entity: AnyEntity, id: string): Promise<never> {
  const { removedAt } = await lockRow(tx, entity, id);
  throw new ProductError(
    'conflict',
    removedAt === null
      ? `A ${entity.noun} with the id ${id} already exists. Save it instead, or choose another id`
      : `A ${entity.noun} with the id ${id} was removed. Restore it (POST …/${id}/restore), or choose another id`,
    { isRemoved: removedAt !== null },
  );
}

/** Replaces the newest version. @throws ProductError not_found, or conflict when it is not the expected one. */
export async function replaceDocument(
  tx: EntityTransaction,
  entity: AnyEntity,
  document: PreparedDocument,
  { expectedVersion, ...change }: Change,
): Promise<StoredEntity> {
  const current = await lockRow(tx, entity, document.id);
  refuseRemoved(entity, document.id, current.removedAt);
  if (expectedVersion !== undefined && expectedVersion !== current.version)
    refuseStale(current.version, expectedVersion);
  return writeVersion(tx, entity, document, change, current, 'patched');
}

/** Restores a removed document, or an earlier content of an existing one: a new version in both cases. */
export async function restoreDocument(
  tx: EntityTransaction,
  entity: AnyEntity,
  document: PreparedDocument,
  { by, at, answer }: Change,
): Promise<StoredEntity> {
  const current = await lockRow(tx, entity, document.id);
  return writeVersion(
    tx,
    entity,
    document,
    { by, at, answer },
    current,
    current.removedAt === null ? 'patched' : 'created',
  );
}

/** Marks a document removed: it is no longer returned, and can be restored. */
export async function removeDocument(
  tx: EntityTransaction,
  entity: AnyEntity,
  id: string,
  { by, at, expectedVersion, answer }: Change,
): Promise<StoredEntity> {
  const current = await lockRow(tx, entity, id);
  refuseRemoved(entity, id, current.removedAt);
  if (expectedVersion !== undefined && expectedVersion !== current.version)
    refuseStale(current.version, expectedVersion);
  await keepVersion(tx, entity, id);
  const stamps = { version: current.version + 1, updatedAt: at, updatedByID: by.id, updatedByName: by.name };
  await tx
    .updateTable('Entity')
    .set({ ...stamps, removedAt: at })
    .where('entity', '=', entity.name)
    .where('id', '=', id)
    .execute();
  const removed = { ...current, id, ...stamps };
  enqueueChange(tx, entity, 'removed', removed, by, answer);
  return removed;
}

async function writeVersion(
  tx: EntityTransaction,
  entity: AnyEntity,
  document: PreparedDocument,
  { by, contentBy = by, at, answer }: Change,
  current: {
    readonly version: number;
    readonly createdAt: Date;
    readonly removedAt: Date | null;
    readonly body: string;
  },
  change: EntityChange,
): Promise<StoredEntity> {
  const isKept = current.removedAt === null && keepsName(entity, document, current.body);
  if (!isKept) await claimNames(tx, entity, [document]);
  await keepVersion(tx, entity, document.id);
  const stamps = {
    version: current.version + 1,
    updatedAt: at,
    updatedByID: contentBy.id,
    updatedByName: contentBy.name,
  };
  const content = { body: document.body, listing: document.listing ?? null };
  await tx
    .updateTable('Entity')
    .set({ ...content, ...stamps, fields: storableJson(JSON.stringify(document.fields)), removedAt: null })
    .where('entity', '=', entity.name)
    .where('id', '=', document.id)
    .execute();
  await relateDocuments(tx, entity, [document]);
  const stored = { id: document.id, createdAt: current.createdAt, ...content, ...stamps };
  enqueueChange(tx, entity, change, stored, by, answer);
  return stored;
}

/** Copies the version before it is replaced; the body does not leave the database. */
async function keepVersion(tx: EntityTransaction, entity: AnyEntity, id: string): Promise<void> {
  if (entity.history !== 'versions') return;
  await tx
    .insertInto('EntityVersion')
    .columns(['entity', 'id', 'version', 'body', 'savedAt', 'savedByID', 'savedByName'])
    .expression((eb) =>
      eb
        .selectFrom('Entity')
        .select(['entity', 'id', 'version', 'body', 'updatedAt', 'updatedByID', 'updatedByName'])
        .where('entity', '=', entity.name)
        .where('id', '=', id),
    )
    .execute();
}

/** Reads a document for a change; others wait. @throws ProductError not_found */
async function lockRow(tx: EntityTransaction, entity: AnyEntity, id: string) {
  return (await findForChange(tx, entity, id)) ?? refuseMissing(entity, id);
}

/** Returns the document with this id, even a removed one, locked until the transaction ends. */
export function findForChange(tx: EntityTransaction, entity: AnyEntity, id: string) {
  return tx
    .selectFrom('Entity')
    .select([...storedColumns, 'removedAt'])
    .where('entity', '=', entity.name)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

function refuseRemoved(entity: AnyEntity, id: string, removedAt: Date | null): void {
  if (removedAt !== null) refuseMissing(entity, id);
}
