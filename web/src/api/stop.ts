import { clientClock, repeatStop } from '@cellwright/client';
import type { RobotKind } from '@cellwright/domain';
import * as z from 'zod';
import { robots } from './robots.ts';
import { http, session } from './session.ts';

/** A stop that the socket has not confirmed within this time goes over HTTP, too. */
const secondWayAfterMS = 250;

/**
 * Stops the robot that is shown, and repeats the stop until the robot confirms it. @throws ProductError when no way leads
 * to it at the moment.
 */
export async function stopRobot(): Promise<void> {
  if (!session.isSignedIn) return;
  const robotKind: RobotKind = robots.kind;
  const { runner } = robots;
  const overHttp = () =>
    http.request('POST', `/api/v1/cell/robots/${robotKind}/stop`, {
      schema: z.object({ stopEpoch: z.number() }),
      deadlineMS: 3000,
    });
  await repeatStop(
    [{ send: () => runner.send('stop', {}) }, { send: overHttp, afterMS: secondWayAfterMS }],
    clientClock,
  );
}
