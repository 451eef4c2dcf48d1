import { clientClock } from '@cellwright/client';
import type { RobotKind } from '@cellwright/domain';
import * as z from 'zod';
import { robots } from './robots.ts';
import { http, session } from './session.ts';
import { stopByBothWays } from './stop-ways.ts';

/** Stops the robot that is shown. @throws ProductError when no way led to it. */
export async function stopRobot(): Promise<void> {
  if (!session.isSignedIn) return;
  const robotKind: RobotKind = robots.kind;
  await stopByBothWays(
    {
      overSocket: async () => robots.runner.send('stop', {}),
      overHttp: () =>
        http.request('POST', `/api/v1/cell/robots/${robotKind}/stop`, {
          schema: z.object({ stopEpoch: z.number() }),
          deadlineMS: 3000,
        }),
    },
    clientClock,
  );
}
