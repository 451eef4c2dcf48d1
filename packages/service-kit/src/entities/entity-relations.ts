import type { AnyEntity, PreparedDocument } from '@cellwright/entities';
import { type Kysely, sql } from 'kysely';
import type { EntityTransaction } from './stored-entity.ts';
import type { EntityTables } from './tables.ts';

/** Records what a document names and what lives inside it; only what changed is written. */
export async function relateDocument(
  tx: EntityTransaction,
  entity: AnyEntity,
  document: PreparedDocument,
): Promise<void> {
  const { name } = entity;
  const { id, references, members } = document;
  if (entity.referencesOf) {
    await sql`DELETE FROM "EntityReference" WHERE "entity" = ${name} AND "id" = ${id}
      AND "target" <> ALL(${references}::text[])`.execute(tx);
    await sql`INSERT INTO "EntityReference" ("entity", "id", "target")
      SELECT ${name}, ${id}, unnest(${references}::text[]) ON CONFLICT DO NOTHING`.execute(tx);
  }
  if (entity.membersOf) {
    await sql`DELETE FROM "EntityMember" m WHERE m."entity" = ${name} AND m."id" = ${id}
      AND NOT EXISTS (SELECT FROM unnest(${members}::text[]) AS kept WHERE kept = m."member")`.execute(tx);
    await sql`INSERT INTO "EntityMember" ("entity", "id", "member")
      SELECT ${name}, ${id}, unnest(${members}::text[]) ON CONFLICT DO NOTHING`.execute(tx);
  }
}

/** Which of these ids live inside other documents of the entity. */
export async function findTakenMembers(
  db: Kysely<EntityTables>,
  entity: AnyEntity,
  members: readonly string[],
  exceptID: string,
): Promise<string[]> {
  if (members.length === 0) return [];
  const { rows } = await sql<{ member: string }>`
    SELECT DISTINCT m."member" FROM unnest(${members}::text[]) AS wanted
    JOIN "EntityMember" m ON m."member" = wanted
    JOIN "Entity" e ON e."entity" = m."entity" AND e."id" = m."id"
    WHERE m."entity" = ${entity.name} AND m."id" <> ${exceptID} AND e."removedAt" IS NULL`.execute(db);
  return rows.map(({ member }) => member);
}
