import { type AuditEntry, auditEntrySchema } from '@cellwright/domain/cell';
import {
  busSubjects,
  type durableConsumers,
  type EventBus,
  type Logger,
  type Subscription,
} from '@cellwright/service-kit';

/** Writes entries of other services to the log; one that cannot be stored now is redelivered. */
export function followAudit(
  bus: EventBus,
  append: (entries: readonly AuditEntry[]) => Promise<void>,
  log: Logger,
): Promise<Subscription> {
  return bus.subscribe(
    busSubjects.auditEntry.subject,
    async (message) => {
      const entry = auditEntrySchema.safeParse(message.json());
      // It would be redelivered without end; no part of the product sends such a message.
      if (!entry.success)
        log.error('an audit entry cannot be read', { messageID: message.messageId, error: entry.error });
      else await append([entry.data]);
    },
    { durable: 'audit' satisfies keyof typeof durableConsumers },
  );
}
