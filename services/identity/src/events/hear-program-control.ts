import { type Notification, programControlSchema } from '@cellwright/domain';
import {
  busSubjects,
  type durableConsumers,
  type EventBus,
  type Logger,
  type Subscription,
} from '@cellwright/service-kit';

/** Makes a notification whenever a program has taken a robot, however often it is told. */
export function hearProgramControl(
  bus: EventBus,
  tell: (notification: Notification, at: Date) => Promise<void>,
  log: Logger,
): Promise<Subscription> {
  return bus.subscribe(
    busSubjects.programControl.subject,
    async (message) => {
      const told = programControlSchema.safeParse(message.json());
      // It would come again for ever; nothing in the product sends such a thing.
      if (!told.success)
        return log.error('the control by a program cannot be read', {
          messageID: message.messageId,
          error: told.error,
        });
      const { id, at, robotKind, robotID = robotKind, byName } = told.data;
      const failureReason = `${byName.slice(0, 200)} controls the ${robotKind} robot from a program (control mode api)`;
      await tell({ id, kind: 'externalControl', robotID, robotKind, failureReason, status: {} }, new Date(at));
    },
    { durable: 'programControl' satisfies keyof typeof durableConsumers },
  );
}
