import { getRobotArm } from '@cellwright/calls';
import { callCell, isWorthRetrying } from '@cellwright/client';
import { repeatEveryMS } from './queries.ts';
import { http, session } from './session.ts';

/** Fetches the cell's arm after every sign-in, and asks again while the cell does not answer. */
export function followRobotArm(): void {
  let next: ReturnType<typeof setTimeout> | undefined;
  const load = async () => {
    clearTimeout(next);
    if (!session.isSignedIn) return;
    try {
      const arm = await callCell(http, getRobotArm, {});
      // The kinematics are large: they load after the first screen.
      await (await import('./robot-arm.ts')).robotArm.take(arm);
    } catch (error) {
      if (isWorthRetrying(error)) next = setTimeout(() => void load(), repeatEveryMS);
    }
  };
  session.subscribe(() => void load());
  void load();
}
