import { type Clock, createAgeTime, ProductError } from '@cellwright/domain/basics';
import { type Notification, notificationLimits } from '@cellwright/domain/cell';
import { anyEntity, prepareDocument } from '@cellwright/entities';
import {
  type EntityStore,
  type EntityTables,
  type EntityTransaction,
  insertDocument,
  removeDocument,
} from '@cellwright/service-kit/entities';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import { type Kysely, sql } from 'kysely';

const entity = anyEntity('notifications');
/** The cell itself as an author. */
const cell = { id: '', name: 'The cell', door: 'cell' } as const;
const dayMS = 86_400_000;
const rowsAtATime = 200;

/** Stores a notification of the cell; a repeated one already exists. */
export async function addNotification(store: EntityStore, notification: Notification, at: Date): Promise<void> {
  try {
    await store.transact((tx) => addNotificationWithin(tx, notification, at));
  } catch (error) {
    if (!(error instanceof ProductError && error.code === 'conflict')) throw error;
  }
}

/** Stores a notification together with the change that it reports. */
export async function addNotificationWithin(
  tx: EntityTransaction,
  notification: Notification,
  at: Date,
): Promise<void> {
  const prepared = prepareDocument(entity, notification);
  if (!prepared.ok) throw new ProductError('internal_server_error', 'The cell created an invalid notification');
  await insertDocument(tx, entity, prepared.document, { by: cell, at });
}

/** Replaces the context of a robot by its id in notifications stored before the id was known. */
export async function replaceRobotKind(
  db: Kysely<EntityTables>,
  { robotKind, robotID }: { readonly robotKind: string; readonly robotID: string },
): Promise<void> {
  const named = JSON.stringify({ robotID, robotKind });
  const id = JSON.stringify({ robotID });
  await guardDatabase(() =>
    sql`
      UPDATE "Entity" SET "body" = ("body"::jsonb || ${named}::jsonb)::text, "fields" = "fields" || ${id}::jsonb
      WHERE "entity" = ${entity.name} AND "fields"->>'robotID' = ${robotKind}`.execute(db),
  );
}

/** Deletes some notifications that are too old or exceed the limit; returns their number. */
export async function pruneNotifications(
  db: Kysely<EntityTables>,
  store: EntityStore,
  now: Date,
  limits: { readonly days: number; readonly count: number } = notificationLimits,
): Promise<number> {
  const oldest = new Date(now.getTime() - limits.days * dayMS);
  const { rows } = await guardDatabase(() =>
    sql<{ id: string }>`
      SELECT "id" FROM (
        SELECT "id", "createdAt", row_number() OVER (ORDER BY "createdAt" DESC, "id" DESC) AS place
        FROM "Entity" WHERE "entity" = ${entity.name} AND "removedAt" IS NULL) AS numbered
      WHERE "createdAt" < ${oldest} OR place > ${limits.count} ORDER BY place DESC LIMIT ${rowsAtATime}`.execute(db),
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await store.transact(async (tx) => {
    for (const id of ids) await removeDocument(tx, entity, id, { by: cell, at: now });
    await tx.deleteFrom('Entity').where('entity', '=', entity.name).where('id', 'in', ids).execute();
  });
  return ids.length;
}

const everyMS = 3_600_000;

/** Prunes every hour. @returns a function that ends this. */
export function keepNotificationsFew(
  prune: (now: Date) => Promise<number>,
  clock: Clock,
  onFailure: (error: unknown) => void,
): () => void {
  const closing = new AbortController();
  const readAgeTime = createAgeTime(clock);
  const run = async () => {
    for (;;) {
      await clock.sleep(everyMS, closing.signal);
      try {
        while ((await prune(readAgeTime())) > 0) closing.signal.throwIfAborted();
      } catch (error) {
        if (!closing.signal.aborted) onFailure(error);
      }
    }
  };
  // Rejects only when it is ended.
  run().catch(() => undefined);
  return () => closing.abort();
}
