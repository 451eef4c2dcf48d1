import { getRobotArm } from '@cellwright/calls';
import { callCell } from '@cellwright/client';
import { http, session } from './session.ts';

/** Fetches the cell's arm after every sign-in. The screens show it when the cell does not answer. */
export function followRobotArm(): void {
  const load = async () => {
    if (!session.isSignedIn) return;
    const told = await callCell(http, getRobotArm, {}).catch(() => undefined);
    // The kinematics are large: they load after the first screen.
    if (told) await (await import('./robot-arm.ts')).robotArm.take(told);
  };
  session.subscribe(() => void load());
  void load();
}
