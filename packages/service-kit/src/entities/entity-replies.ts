import { createHash } from 'node:crypto';
import { type Clock, createAgeTime, ProductError } from '@cellwright/domain/basics';
import type { AnyEntity, Subject } from '@cellwright/entities';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import { guardDatabase } from '../postgres/pool.ts';
import { type EntityTransaction, findDocument, type StoredEntity } from './stored-entity.ts';
import type { EntityTables } from './tables.ts';

/** A command that its caller may repeat: bound to the caller, the operation and the content. */
export interface Command {
  /** Entity that the command creates or changes. */
  readonly entity: AnyEntity;
  /** Idempotency key, separate for each caller. */
  readonly key: string;
  /** Identifies method, entity, document and content. */
  readonly request: string;
}

/** Returns the command; undefined without a key: such a command runs each time it is sent. */
export function commandOf(
  entity: AnyEntity,
  { subjectID }: Subject,
  key: string,
  request: readonly (string | number | Uint8Array)[],
): Command | undefined {
  if (key === '') return undefined;
  return { entity, key: digest([subjectID, key]), request: digest([entity.name, ...request]) };
}

function digest(parts: readonly (string | number | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = typeof part === 'object' ? part : Buffer.from(String(part));
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest('base64');
}

/**
 * Returns the reply to an earlier command with this key, or claims the key. A repeat during the commit of the first
 * waits for it.
 * @throws ProductError conflict when the key was used for another command.
 */
export async function recallReply(
  tx: EntityTransaction,
  { entity, key, request }: Command,
): Promise<StoredEntity | undefined> {
  const claimed = await tx
    .insertInto('EntityReply')
    .values({ key, request, entity: '', id: '', version: 0, body: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed) return undefined;
  const reply = await tx.selectFrom('EntityReply').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
  if (reply.request !== request) {
    throw new ProductError('conflict', 'This idempotency key was used for another request. Use a new key');
  }
  if (reply.body !== null) return storedSchema.parse(JSON.parse(reply.body));
  const version = await findDocument(tx, entity, reply.id, reply.version);
  if (version) return version;
  throw new ProductError(
    'conflict',
    'This request was already executed, and its result has changed since. Read the result instead',
  );
}

const storedSchema = z.object({
  id: z.string(),
  version: z.number(),
  body: z.string(),
  listing: z.string().nullable(),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
  updatedByID: z.string(),
  updatedByName: z.string(),
});

/**
 * Stores the result of a command, so that its repeat gets the same response. For entities with versions, the version
 * number is enough.
 */
export async function rememberReply(
  tx: EntityTransaction,
  { key, entity }: Command,
  stored: StoredEntity,
): Promise<void> {
  const { id, version } = stored;
  const body = entity.history === 'versions' ? null : JSON.stringify(stored);
  await tx.updateTable('EntityReply').set({ entity: entity.name, id, version, body }).where('key', '=', key).execute();
}

/** Time for which a command is remembered for its repeat. */
const memoryMS = 24 * 3_600_000;
const everyMS = 3_600_000;
const rowsAtATime = 200;
const restMS = 100;

/** Deletes some of the replies given before a time; returns their number. */
export function forgetReplies(db: Kysely<EntityTables>, givenBefore: Date, limit: number): Promise<number> {
  return guardDatabase(async () => {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM "EntityReply" WHERE "key" IN (
        SELECT "key" FROM "EntityReply" WHERE "createdAt" < ${givenBefore} ORDER BY "createdAt" LIMIT ${limit})`.execute(
      db,
    );
    return Number(numAffectedRows);
  });
}

/** Deletes old replies every hour, in small steps. @returns a function that ends this. */
export function keepRepliesFew(
  db: Kysely<EntityTables>,
  clock: Clock,
  onFailure: (error: unknown) => void,
): () => void {
  const closing = new AbortController();
  const { signal } = closing;
  const readAgeTime = createAgeTime(clock);
  const forget = async () => {
    const before = new Date(readAgeTime().getTime() - memoryMS);
    while ((await forgetReplies(db, before, rowsAtATime)) > 0) await clock.sleep(restMS, signal);
  };
  const run = async () => {
    for (;;) {
      await clock.sleep(everyMS, signal);
      await forget().catch((error: unknown) => !signal.aborted && onFailure(error));
    }
  };
  // Rejects only when it is ended.
  run().catch(() => undefined);
  return () => closing.abort();
}
