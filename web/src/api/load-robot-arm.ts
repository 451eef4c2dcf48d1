import { z } from 'zod';
import { robotArm } from './robot-arm.ts';
import { http, session } from './session.ts';

const armSchema = z.object({ name: z.string(), urdf: z.string() });

/** Asks the cell which arm it drives, whenever somebody signs in. A cell that does not answer is told by the screens. */
export function followRobotArm(): void {
  const load = async () => {
    if (!session.isSignedIn) return;
    const told = await http.request('GET', '/api/v1/cell/robot-arm', { schema: armSchema }).catch(() => undefined);
    if (told) await robotArm.take(told);
  };
  session.subscribe(() => void load());
  void load();
}
