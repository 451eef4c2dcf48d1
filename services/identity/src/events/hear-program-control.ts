import type { Notification } from '@cellwright/domain/cell';
import { programControlSchema } from '@cellwright/domain/robot';
import {
  busSubjects,
  type durableConsumers,
  type EventBus,
  type Logger,
  type Subscription,
} from '@cellwright/service-kit';

/** Creates one notification when a program takes control of a robot, whatever the number of deliveries. */
export function followProgramControl(
  bus: EventBus,
  tell: (notification: Notification, at: Date) => Promise<void>,
  log: Logger,
): Promise<Subscription> {
  return bus.subscribe(
    busSubjects.programControl.subject,
    async (message) => {
      const told = programControlSchema.safeParse(message.json());
      // It would be redelivered without end; no part of the product sends such a message.
      if (!told.success)
        return log.error('the control by a program cannot be read', {
          messageID: message.messageId,
          error: told.error,
        });
      const { id, at, robotKind, robotID = robotKind, byName } = told.data;
      const failureReason = `${byName.slice(0, 200)} took control of the ${robotKind} robot with a program (control mode api)`;
      await tell({ id, kind: 'externalControl', robotID, robotKind, failureReason, status: {} }, new Date(at));
    },
    { durable: 'programControl' satisfies keyof typeof durableConsumers },
  );
}
