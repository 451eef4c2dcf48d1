import { type AuditEntry, auditEntrySchema } from '@cellwright/domain';
import {
  busSubjects,
  type durableConsumers,
  type EventBus,
  type Logger,
  type Subscription,
} from '@cellwright/service-kit';

/** Takes the entries that the other services send into the log; one that cannot be stored now comes again. */
export function hearAudit(
  bus: EventBus,
  append: (entries: readonly AuditEntry[]) => Promise<void>,
  log: Logger,
): Promise<Subscription> {
  return bus.subscribe(
    busSubjects.auditEntry.subject,
    async (message) => {
      const entry = auditEntrySchema.safeParse(message.json());
      // It would come again for ever; nothing in the product sends such a thing.
      if (!entry.success)
        log.error('an audit entry cannot be read', { messageID: message.messageId, error: entry.error });
      else await append([entry.data]);
    },
    { durable: 'audit' satisfies keyof typeof durableConsumers },
  );
}
