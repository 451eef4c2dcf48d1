import { robotRecordSchema } from '@cellwright/domain/robot';
import {
  busSubjects,
  type durableConsumers,
  type EventBus,
  type Logger,
  type Subscription,
} from '@cellwright/service-kit';
import type { KnownRobots } from '../domain/known-robots.ts';

const aboutSchema = robotRecordSchema.pick({ id: true, robotID: true });

/** Tracks the ids of the robots, and replaces the context by the id in notifications without one. */
export function followRobots(
  bus: EventBus,
  known: KnownRobots,
  replace: (robot: { readonly robotKind: string; readonly robotID: string }) => Promise<void>,
  log: Logger,
): Promise<Subscription> {
  return bus.subscribe(
    busSubjects.entity.of('robots'),
    async (message) => {
      const { document } = busSubjects.entity.payload.parse(message.json());
      const about = aboutSchema.safeParse(document);
      // A retry would not help; no part of the product sends such a message.
      if (!about.success) return log.error('a robot cannot be read', { messageID: message.messageId });
      const { id: robotKind, robotID } = about.data;
      if (known.get(robotKind) === robotID) return;
      await replace({ robotKind, robotID });
      known.set(robotKind, robotID);
    },
    { durable: 'robotsOfNotifications' satisfies keyof typeof durableConsumers },
  );
}
