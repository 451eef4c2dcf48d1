import { type Notification, type RobotKind, robotKindSchema } from '@cellwright/domain';

/** Ids of the robots by their context, as far as they are known. */
export type KnownRobots = Map<RobotKind, string>;

type About = Pick<Notification, 'robotID' | 'robotKind'>;

/**
 * Names the robot of a notification by its id. A client may name it by its context alone; the context stands for the id
 * until that is known.
 */
export function nameRobot<T extends About>(notification: T, known: KnownRobots): T {
  const named = robotKindSchema.safeParse(notification.robotID);
  const robotKind = notification.robotKind ?? named.data;
  if (robotKind === undefined || (notification.robotID !== undefined && !named.success)) return notification;
  return { ...notification, robotKind, robotID: known.get(robotKind) ?? robotKind };
}
