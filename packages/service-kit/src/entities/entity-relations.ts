import type { AnyEntity, PreparedDocument } from '@cellwright/entities';
import { type Kysely, sql } from 'kysely';
import type { EntityTransaction } from './stored-entity.ts';
import type { EntityTables } from './tables.ts';

/** Records references and members of documents; writes only changes. */
export async function relateDocuments(
  tx: EntityTransaction,
  entity: AnyEntity,
  documents: readonly PreparedDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  const { name } = entity;
  const owners = documents.map(({ id }) => id);
  if (entity.referencesOf) {
    const [ids, targets] = pairsOf(documents, ({ references }) => references);
    await sql`DELETE FROM "EntityReference" r WHERE r."entity" = ${name} AND r."id" = ANY(${owners}::text[])
      AND NOT EXISTS (SELECT FROM unnest(${ids}::text[], ${targets}::text[]) AS kept("id", "target")
        WHERE kept."id" = r."id" AND kept."target" = r."target")`.execute(tx);
    await sql`INSERT INTO "EntityReference" ("entity", "id", "target")
      SELECT ${name}, "id", "target" FROM unnest(${ids}::text[], ${targets}::text[]) AS named("id", "target")
      ON CONFLICT DO NOTHING`.execute(tx);
  }
  if (entity.membersOf) {
    const [ids, members] = pairsOf(documents, (document) => document.members);
    await sql`DELETE FROM "EntityMember" m WHERE m."entity" = ${name} AND m."id" = ANY(${owners}::text[])
      AND NOT EXISTS (SELECT FROM unnest(${ids}::text[], ${members}::text[]) AS kept("id", "member")
        WHERE kept."id" = m."id" AND kept."member" = m."member")`.execute(tx);
    await sql`INSERT INTO "EntityMember" ("entity", "id", "member")
      SELECT ${name}, "id", "member" FROM unnest(${ids}::text[], ${members}::text[]) AS inside("id", "member")
      ON CONFLICT DO NOTHING`.execute(tx);
  }
}

/** Pairs each document's id with each of its values, as two columns. */
function pairsOf(
  documents: readonly PreparedDocument[],
  valuesOf: (document: PreparedDocument) => readonly string[],
): [ids: string[], values: string[]] {
  const pairs = documents.flatMap((document) => valuesOf(document).map((value) => [document.id, value] as const));
  return [pairs.map(([id]) => id), pairs.map(([, value]) => value)];
}

/** Returns those ids that are members of other documents of the entity. */
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
