import { ProductError } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import type { CallScope } from '@cellwright/service-kit/calls';
import { type Session, sessionOf } from '../domain/stop-epochs.ts';

/** Returns the session of the robot. @throws ProductError service_initializing while the gateway does not know it. */
export function requireRobot(
  robotKind: RobotKind,
  { robot }: Pick<CallScope, 'robot'>,
): { readonly session: Session; readonly stopEpoch: number } {
  if (robot) return { session: sessionOf(robotKind, robot.isTwin), stopEpoch: robot.stopEpoch };
  throw new ProductError('service_initializing', 'The robot session is starting. Try again in a moment');
}
