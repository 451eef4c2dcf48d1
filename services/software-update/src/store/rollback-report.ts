import { startOfText } from '@cellwright/domain/basics';
import { type AuditEntry, auditEntrySchema } from '@cellwright/domain/cell';
import { type SoftwareFailure, softwareFailureSchema } from '@cellwright/domain/software';
import { busSubjects } from '@cellwright/service-kit';
import { guardDatabase, storableJson } from '@cellwright/service-kit/postgres';
import { actorNameOf } from '@cellwright/topology';
import type { InstallRecord } from '../domain/journal.ts';
import type { SoftwareDatabase } from './database.ts';

const maxTargetLength = 300;
const maxReasonLength = 1800;

/**
 * Returns a function that notifies users why a build was rolled back: an entry of the audit log and a notification,
 * once for an install, however often it is called.
 */
export function createRollbackReport(db: SoftwareDatabase['db'], now: () => Date, onStored: () => void) {
  return (record: InstallRecord, error: string): Promise<void> =>
    guardDatabase(async () => {
      const at = now().toISOString();
      const rows = [
        {
          messageId: `audit_${record.id}`,
          subject: busSubjects.auditEntry.subject,
          payload: describeAct(record, error, at),
        },
        {
          messageId: `failure_${record.id}`,
          subject: busSubjects.softwareFailure.subject,
          payload: describeFailure(record, error, at),
        },
      ].map((row) => ({ ...row, payload: storableJson(JSON.stringify(row.payload)) }));
      await db
        .insertInto('Outbox')
        .values(rows)
        .onConflict((conflict) => conflict.column('messageId').doNothing())
        .execute();
      onStored();
    });
}

function describeAct({ id, build, fromBuildID }: InstallRecord, error: string, at: string): AuditEntry {
  return auditEntrySchema.parse({
    ...{ id: `audit_${id}`, at, subject: { id: '', name: actorNameOf('software-update') }, door: 'cell' },
    action: 'software.rollBack',
    target: startOfText(`software/${build.buildId} → ${fromBuildID}: ${error}`, maxTargetLength),
    ...{ outcome: 'accepted', code: null, robotKind: null, traceID: null, contentHash: null },
  });
}

function describeFailure({ id, build }: InstallRecord, error: string, at: string): SoftwareFailure {
  const reason = `The build ${build.name} was not kept, and the former build runs again: ${startOfText(error, maxReasonLength)}`;
  return softwareFailureSchema.parse({ id: `notification_${id}`, at, reason });
}
