import type { EquipmentRecord } from '@cellwright/domain';
import { equipment, parseReadable } from '@cellwright/entities';
import type { EntityTransaction } from '@cellwright/service-kit/entities';
import { sql } from 'kysely';

/** What a transaction has of the database, whoever began it. */
type Locking = Pick<EntityTransaction, 'getExecutor'>;

/**
 * All devices, as they stay until the transaction ends: two saves that want one port, or one tool, at once wait for each
 * other, and are not both taken.
 */
export async function lockRecords(tx: Locking): Promise<readonly EquipmentRecord[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('equipmentClaims'))`.execute(tx);
  const { rows } = await sql<{ body: string }>`
    SELECT "body" FROM "Entity" WHERE "entity" = ${equipment.name} AND "removedAt" IS NULL`.execute(tx);
  return parseReadable(
    equipment,
    rows.map(({ body }) => body),
  );
}
