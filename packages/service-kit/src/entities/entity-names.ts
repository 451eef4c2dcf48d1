import { ProductError } from '@cellwright/domain/basics';
import type { AnyEntity, PreparedDocument } from '@cellwright/entities';
import { sql } from 'kysely';
import type { EntityTransaction } from './stored-entity.ts';

/**
 * Refuses names used by other documents of an entity with `uniqueName`. Transactions that set names wait for each
 * other, so that the second of two with the same name is refused.
 * @throws ProductError conflict, with the names as problems
 */
export async function claimNames(
  tx: EntityTransaction,
  entity: AnyEntity,
  documents: readonly PreparedDocument[],
): Promise<void> {
  const { uniqueName: field } = entity;
  const names = documents.map((document) => nameOf(entity, document)).filter((name) => name !== '');
  if (field === undefined || names.length === 0) return;
  // Until the transaction ends. The next one sees its committed data.
  await sql`SELECT pg_advisory_xact_lock(hashtext('names of documents'), hashtext(${entity.name}))`.execute(tx);
  const ids = documents.map(({ id }) => id);
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT "id", "fields"->>${field}::text AS "name" FROM "Entity"
    WHERE "entity" = ${entity.name} AND "removedAt" IS NULL AND "id" <> ALL(${ids}::text[])
      AND normalize("fields"->>${field}::text, NFC) = ANY(${names}::text[])
    ORDER BY "name" LIMIT 20`.execute(tx);
  if (rows.length > 0) refuseNames(entity, field, rows);
}

/** True if a stored document already has the name of its new version: one shared since an earlier release is kept. */
export function keepsName(entity: AnyEntity, document: PreparedDocument, storedBody: string): boolean {
  const path = entity.uniqueName?.split('.') ?? [];
  const stored = path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), JSON.parse(storedBody));
  return typeof stored === 'string' && stored.normalize('NFC') === nameOf(entity, document);
}

/**
 * Returns the name of a document in its composed Unicode form, so that different encodings compare equal; empty without
 * a name.
 */
function nameOf({ uniqueName }: AnyEntity, { fields }: Pick<PreparedDocument, 'fields'>): string {
  return uniqueName === undefined ? '' : String(fields[uniqueName] ?? '').normalize('NFC');
}

function refuseNames({ noun }: AnyEntity, fieldId: string, taken: readonly { readonly name: string }[]): never {
  const problems = [...new Set(taken.map(({ name }) => name))].map((name) => ({
    kind: 'invalidConfiguration' as const,
    message: `The name '${name}' is already used by another ${noun}. Choose another name`,
    fieldId,
  }));
  throw new ProductError('conflict', problems.map(({ message }) => message).join('. '), { problems });
}
