import type { Notification } from '@cellwright/domain/cell';
import { robotFailureSchema } from '@cellwright/domain/robot';
import {
  busSubjects,
  type durableConsumers,
  type EventBus,
  type Logger,
  type Subscription,
} from '@cellwright/service-kit';

/** Creates one notification for every failure of a robot, whatever the number of deliveries. */
export function followFailures(
  bus: EventBus,
  tell: (notification: Notification, at: Date) => Promise<void>,
  log: Logger,
): Promise<Subscription> {
  return bus.subscribe(
    busSubjects.robotFailure.subject,
    async (message) => {
      const told = robotFailureSchema.safeParse(message.json());
      // It would be redelivered without end; no part of the product sends such a message.
      if (!told.success)
        return log.error('a failure cannot be read', { messageID: message.messageId, error: told.error });
      const { id, at, robotKind, robotID = robotKind, routineID, failure } = told.data;
      const about = { robotID, robotKind, routineID: routineID ?? undefined, stepID: failure.stepID };
      const why = { failureReason: failure.reason.slice(0, 2000), failureKind: failure.kind };
      await tell({ id, kind: 'robotFailure', ...about, ...why, status: {} }, new Date(at));
    },
    { durable: 'notifications' satisfies keyof typeof durableConsumers },
  );
}
