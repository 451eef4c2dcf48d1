import { robotRecordSchema } from '@cellwright/domain/robot';
import {
  busSubjects,
  type durableConsumers,
  type EventBus,
  type Logger,
  type Subscription,
} from '@cellwright/service-kit';

const aboutSchema = robotRecordSchema.pick({ robotID: true });

/** Calls back with the id of the cell's robot when its record has changed, once for each id. */
export function followRobots(
  bus: EventBus,
  onRobot: (robotID: string) => Promise<void>,
  log: Logger,
): Promise<Subscription> {
  let known: string | undefined;
  return bus.subscribe(
    busSubjects.entity.of('robots'),
    async (message) => {
      const { document } = busSubjects.entity.payload.parse(message.json());
      const about = aboutSchema.safeParse(document);
      // A retry would not help; no part of the product sends such a message.
      if (!about.success) return log.error('a robot cannot be read', { messageID: message.messageId });
      if (about.data.robotID === known) return;
      await onRobot(about.data.robotID);
      known = about.data.robotID;
    },
    { durable: 'robotsOfSafetySettings' satisfies keyof typeof durableConsumers },
  );
}
