import { createHash } from 'node:crypto';
import type { AuditEntry } from '@cellwright/domain';
import { type AnyEntity, type EntityChange, maxEventDocumentBytes } from '@cellwright/entities';
import { sql } from 'kysely';
import { busSubjects } from '../bus/bus-subjects.ts';
import { currentTraceId } from '../tracing.ts';
import { answerText } from './stamps.ts';
import { storableJson } from './storable-json.ts';
import type { Author, EntityTransaction, StoredEntity } from './stored-entity.ts';

/** Tells of a change, in the transaction that makes it. Its revision is counted under a row lock, so commits are in order. */
export async function enqueueChange(
  tx: EntityTransaction,
  entity: AnyEntity,
  change: EntityChange,
  stored: StoredEntity,
  by: Author,
  answer = (told: StoredEntity): string => answerText(entity, told, told.listing ?? told.body),
): Promise<void> {
  const { id, version, updatedAt, updatedByID, updatedByName } = stored;
  const { rows } = await sql<{ revision: string }>`
    INSERT INTO "EntityRevision" ("entity", "revision") VALUES (${entity.name}, 1)
    ON CONFLICT ("entity") DO UPDATE SET "revision" = "EntityRevision"."revision" + 1 RETURNING "revision"`.execute(tx);
  const revision = Number(rows[0]?.revision ?? 0);
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
  const facts = [event, ...auditOf(entity, change, stored, by, `${messageId}:audit`)];
  await tx.insertInto('Outbox').values(facts).execute();
}

const actions = { created: 'create', patched: 'patch', removed: 'remove' } as const satisfies Record<
  EntityChange,
  string
>;

/** The audit entry goes out with the change or not at all. What the cell itself changes is no command. */
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
  return [{ messageId, subject: busSubjects.auditEntry.subject, payload: JSON.stringify(entry) }];
}

/** Begins to count an entity's changes; false when another process has begun. */
export async function touch(tx: EntityTransaction, entity: AnyEntity): Promise<boolean> {
  const begun = await tx
    .insertInto('EntityRevision')
    .values({ entity: entity.name, revision: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('entity')
    .executeTakeFirst();
  return begun !== undefined;
}
