import { type EquipmentRecord, equipmentRecordSchema } from '@cellwright/domain';
import { equipment } from '@cellwright/entities';
import type { EntityTransaction } from '@cellwright/service-kit/entities';
import { sql } from 'kysely';

/**
 * All devices, as they stay until the transaction ends: two saves that want one port at once wait for each other, and
 * are not both taken.
 */
export async function lockWiredRecords(tx: EntityTransaction): Promise<readonly EquipmentRecord[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('wiredPorts'))`.execute(tx);
  const { rows } = await sql<{ body: string }>`
    SELECT "body" FROM "Entity" WHERE "entity" = ${equipment.name} AND "removedAt" IS NULL`.execute(tx);
  return rows.map(({ body }) => equipmentRecordSchema.parse(JSON.parse(body)));
}
