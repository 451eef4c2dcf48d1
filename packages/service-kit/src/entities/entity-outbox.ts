import { createHash } from 'node:crypto';
import type { AuditEntry } from '@cellwright/domain/cell';
import { type AnyEntity, type EntityChange, maxEventDocumentBytes } from '@cellwright/entities';
import { sql } from 'kysely';
import { busSubjects } from '../bus/bus-subjects.ts';
import { storableJson } from '../postgres/storable-json.ts';
import { currentTraceId } from '../tracing.ts';
import { answerText } from './stamps.ts';
import type { Author, EntityTransaction, StoredEntity } from './stored-entity.ts';

/** A change that its transaction announces at its end. */
interface QueuedChange {
  readonly entity: AnyEntity;
  readonly change: EntityChange;
  readonly stored: StoredEntity;
  readonly by: Author;
  readonly answer: (stored: StoredEntity) => string;
}

interface OutboxRow {
  readonly messageId: string;
  readonly subject: string;
  readonly payload: string;
}

const queues = new WeakMap<EntityTransaction, QueuedChange[]>();

/** Queues a change; `publishingChanges` announces it in the same transaction. */
export function enqueueChange(
  tx: EntityTransaction,
  entity: AnyEntity,
  change: EntityChange,
  stored: StoredEntity,
  by: Author,
  answer = (each: StoredEntity): string => answerText(entity, each, each.listing ?? each.body),
): void {
  const queue = queues.get(tx);
  if (!queue) throw new Error('Documents are changed in a transaction of EntityStore only');
  queue.push({ entity, change, stored, by, answer });
}

/**
 * Runs the work of a transaction and then announces its changes. A row lock per entity orders the revisions by commit;
 * the locks are acquired last, so that a long transaction does not delay other saves.
 */
export async function publishingChanges<T>(tx: EntityTransaction, work: () => Promise<T>): Promise<T> {
  const queue: QueuedChange[] = [];
  queues.set(tx, queue);
  const result = await work();
  // Entities in the same order in every transaction, so that two never wait for each other.
  const names = [...new Set(queue.map(({ entity }) => entity.name))].sort();
  for (const name of names) {
    await publish(
      tx,
      name,
      queue.filter(({ entity }) => entity.name === name),
    );
  }
  return result;
}

async function publish(tx: EntityTransaction, name: string, changes: readonly QueuedChange[]): Promise<void> {
  const count = changes.length;
  const { rows } = await sql<{ revision: string }>`
    INSERT INTO "EntityRevision" ("entity", "revision") VALUES (${name}, ${count})
    ON CONFLICT ("entity") DO UPDATE SET "revision" = "EntityRevision"."revision" + ${count}
    RETURNING "revision"`.execute(tx);
  const first = Number(rows[0]?.revision ?? count) - count + 1;
  const facts = changes.flatMap((queued, index) => describeFacts(queued, first + index));
  const column = (key: keyof OutboxRow) => facts.map((fact) => fact[key]);
  await sql`
    INSERT INTO "Outbox" ("messageId", "subject", "payload")
    SELECT "messageId", "subject", "payload"::jsonb
    FROM unnest(${column('messageId')}::text[], ${column('subject')}::text[], ${column('payload')}::text[])
      WITH ORDINALITY AS fact("messageId", "subject", "payload", "place")
    ORDER BY "place"`.execute(tx);
}

/** Returns the event of a change, and its audit entry. */
function describeFacts({ entity, change, stored, by, answer }: QueuedChange, revision: number): OutboxRow[] {
  const { id, version, updatedAt, updatedByID, updatedByName } = stored;
  const head = JSON.stringify({
    entity: entity.name,
    change,
    id,
    version,
    revision,
    at: updatedAt.toISOString(),
    by: { id: updatedByID, name: updatedByName },
  });
  const document = answer(stored);
  const messageId = `${entity.name}:${id}:${version}`;
  const told = document.length <= maxEventDocumentBytes ? document : 'null';
  const event = {
    messageId,
    subject: busSubjects.entity.of(entity.name),
    payload: storableJson(`${head.slice(0, -1)},"document":${told}}`),
  };
  return [event, ...auditOf(entity, change, stored, by, `${messageId}:audit`)];
}

const actions = { created: 'create', patched: 'patch', removed: 'remove' } as const satisfies Record<
  EntityChange,
  string
>;

/**
 * Returns the audit entry, which is published together with the change. Changes by the cell itself are not commands.
 */
function auditOf(
  entity: AnyEntity,
  change: EntityChange,
  { id, body, updatedAt }: StoredEntity,
  { id: subjectID, name, door = 'http' }: Author,
  messageId: string,
) {
  if (!entity.isAudited || subjectID === '' || door === 'cell') return [];
  const entry: AuditEntry = {
    id: messageId,
    at: updatedAt.toISOString(),
    subject: { id: subjectID, name },
    door,
    action: `${entity.name}.${actions[change]}`,
    target: `${entity.name}/${id}`,
    outcome: 'accepted',
    code: null,
    robotKind: null,
    traceID: currentTraceId() ?? null,
    contentHash: createHash('sha256').update(body).digest('hex'),
    count: 1,
  };
  return [{ messageId, subject: busSubjects.auditEntry.subject, payload: storableJson(JSON.stringify(entry)) }];
}

/**
 * Adds the audit entry of an action that is not a change of a document. It is published with the changes of the
 * transaction.
 */
export async function insertAudit(tx: EntityTransaction, entry: AuditEntry): Promise<void> {
  const { subject } = busSubjects.auditEntry;
  await tx
    .insertInto('Outbox')
    .values({ messageId: entry.id, subject, payload: storableJson(JSON.stringify(entry)) })
    .execute();
}

/** Starts to count an entity's changes; returns false when another process has started. */
export async function touch(tx: EntityTransaction, entity: AnyEntity): Promise<boolean> {
  const begun = await tx
    .insertInto('EntityRevision')
    .values({ entity: entity.name, revision: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('entity')
    .executeTakeFirst();
  return begun !== undefined;
}
