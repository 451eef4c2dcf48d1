import * as z from 'zod';
import type { Api } from './room.ts';

const statusSchema = z.enum(['wait_for_teleop', 'teleop', 'stopping', 'stopped', 'error']);
const stateSchema = z.object({
  state: statusSchema,
  status: statusSchema,
  botsInSync: z.boolean(),
  errors: z.array(z.string()),
  connectedClients: z.array(z.object({})),
});

/** Registers `/teleop/state`, and its address in older programs. There is no teleoperation. */
export function addTeleop(api: Api): void {
  const stopped = {
    ...{ state: 'stopped' as const, status: 'stopped' as const },
    ...{ botsInSync: false, errors: [], connectedClients: [] },
  };
  for (const path of ['/teleop/state', '/movement/teleop/state']) {
    api.get(
      path,
      { schema: { tags: ['Robot API: status'], summary: 'State of teleoperation', response: { 200: stateSchema } } },
      async () => stopped,
    );
  }
}
