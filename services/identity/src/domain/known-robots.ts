import type { Notification } from '@cellwright/domain/cell';
import { type RobotKind, robotKindSchema } from '@cellwright/domain/robot';

/** Known ids of the robots by their context. */
export type KnownRobots = Map<RobotKind, string>;

type About = Pick<Notification, 'robotID' | 'robotKind'>;

/**
 * Sets the robot of a notification to its id. A client may give its context only; it replaces the id until that is
 * known.
 */
export function nameRobot<T extends About>(notification: T, known: KnownRobots): T {
  const named = robotKindSchema.safeParse(notification.robotID);
  const robotKind = notification.robotKind ?? named.data;
  if (robotKind === undefined || (notification.robotID !== undefined && !named.success)) return notification;
  return { ...notification, robotKind, robotID: known.get(robotKind) ?? robotKind };
}
