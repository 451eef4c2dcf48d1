import { ProductError } from '@cellwright/domain/basics';
import { entities } from '@cellwright/entities';
import type { EntityTransaction } from '@cellwright/service-kit/entities';
import { sql } from 'kysely';

/** Maximum number of bug reports that one user or token sends within a day: each can have a megabyte. */
export const reportsPerDay = 200;
const dayMS = 86_400_000;

/**
 * Refuses a further bug report of a sender, also if earlier ones were removed: removed ones can be restored.
 * @throws ProductError rate_limited
 */
export async function refuseReportFlood(tx: EntityTransaction, senderID: string, at: Date): Promise<void> {
  const since = new Date(at.getTime() - dayMS);
  const { rows } = await sql<{ sent: number }>`
    SELECT count(*)::int AS sent FROM "Entity"
    WHERE "entity" = ${entities.bugReports.name} AND "updatedByID" = ${senderID} AND "createdAt" > ${since}`.execute(
    tx,
  );
  // Includes the one that is being stored.
  if ((rows[0]?.sent ?? 0) <= reportsPerDay) return;
  throw new ProductError('rate_limited', `You have sent ${reportsPerDay} bug reports within a day. Send more tomorrow`);
}
