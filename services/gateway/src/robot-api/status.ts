import { controlModeSchema } from '@cellwright/domain/robot';
import type { Health } from '@cellwright/service-kit';
import * as z from 'zod';
import type { RobotLine } from './robot-line.ts';
import { type Api, callOf } from './room.ts';

const tags = ['Robot API: status'];
const healthSchema = z.object({
  health: z.enum(['ok', 'warning', 'error']),
  build: z.object({ id: z.string().optional(), name: z.string().optional() }),
});
const controlModeBody = z.object({ kind: controlModeSchema });

/** Registers `/status/health`, which needs no token. */
export function addHealth(api: Api, health: Pick<Health, 'ready'>): void {
  api.get(
    '/status/health',
    { schema: { tags, security: [], summary: 'Health of the cell', response: { 200: healthSchema } } },
    async () => {
      const { ready, dependencies } = await health.ready();
      const isWhole = dependencies.every(({ ok }) => ok);
      return { health: ready ? (isWhole ? ('ok' as const) : ('warning' as const)) : ('error' as const), build: {} };
    },
  );
}

/** Registers `/status/control-mode`: whether programs or users at the cell control the robot. */
export function addControlMode(api: Api, line: RobotLine): void {
  const response = { 200: controlModeBody };
  api.get('/status/control-mode', { schema: { tags, summary: 'Control mode', response } }, async (request) => {
    return line.send(callOf(request), 'getControlMode', {});
  });
  api.post(
    '/status/control-mode',
    {
      schema: {
        tags,
        summary: 'Take control of the robot for programs, or release it',
        body: controlModeBody,
        response,
      },
    },
    async (request) => {
      const call = callOf(request);
      const { kind } = request.body;
      if (kind === 'api') await line.send(call, 'takeOverControl', {});
      const taken = await line.command(call, 'setControlMode', { kind });
      if (kind === 'routine_editor') await line.command(call, 'releaseControl', {});
      return taken;
    },
  );
}
