import { type AuditEntry, auditEntrySchema } from '@cellwright/domain/cell';
import { busSubjects } from '@cellwright/service-kit';
import { guardDatabase, storableJson } from '@cellwright/service-kit/postgres';
import type { SoftwareDatabase } from './database.ts';

/** Returns a function that stores an audit entry; the outbox publishes it. */
export function createAuditOutbox(
  db: SoftwareDatabase['db'],
  onStored: () => void,
): (entry: AuditEntry) => Promise<void> {
  const { subject } = busSubjects.auditEntry;
  return (entry) =>
    guardDatabase(async () => {
      const payload = storableJson(JSON.stringify(auditEntrySchema.parse(entry)));
      await db.insertInto('Outbox').values({ messageId: entry.id, subject, payload }).execute();
      onStored();
    });
}
