import { getRobotArm } from '@cellwright/calls';
import { callCell } from '@cellwright/client';
import { http, session } from './session.ts';

/** Asks the cell which arm it drives, whenever somebody signs in. A cell that does not answer is told by the screens. */
export function followRobotArm(): void {
  const load = async () => {
    if (!session.isSignedIn) return;
    const told = await callCell(http, getRobotArm, {}).catch(() => undefined);
    // What computes with an arm is large: it comes behind the first screen.
    if (told) await (await import('./robot-arm.ts')).robotArm.take(told);
  };
  session.subscribe(() => void load());
  void load();
}
