import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { equipment, parseReadable } from '@cellwright/entities';
import type { EntityTransaction } from '@cellwright/service-kit/entities';
import { sql } from 'kysely';

/** Access to the database within a transaction of any owner. */
type Locking = Pick<EntityTransaction, 'getExecutor'>;

/**
 * Returns all devices and locks them until the transaction ends: two concurrent saves that need the same port or tool
 * wait for each other, so that only one succeeds.
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
