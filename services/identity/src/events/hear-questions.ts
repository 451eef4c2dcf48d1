import type { Notification } from '@cellwright/domain/cell';
import { operatorQuestionSchema } from '@cellwright/domain/run';
import {
  busSubjects,
  type durableConsumers,
  type EventBus,
  type Logger,
  type Subscription,
} from '@cellwright/service-kit';

/** Creates one notification when a routine asks the operators, whatever the number of deliveries. */
export function followQuestions(
  bus: EventBus,
  tell: (notification: Notification, at: Date) => Promise<void>,
  log: Logger,
): Promise<Subscription> {
  return bus.subscribe(
    busSubjects.operatorQuestion.subject,
    async (message) => {
      const told = operatorQuestionSchema.safeParse(message.json());
      // It would be redelivered without end; no part of the product sends such a message.
      if (!told.success)
        return log.error('a question cannot be read', { messageID: message.messageId, error: told.error });
      const { id, at, robotKind, robotID = robotKind, routineID, stepID, message: question } = told.data;
      const about = { robotID, robotKind, routineID: routineID ?? undefined, stepID, failureReason: question };
      await tell({ id, kind: 'waitForConfirmation', ...about, status: {} }, new Date(at));
    },
    { durable: 'operatorQuestions' satisfies keyof typeof durableConsumers },
  );
}
