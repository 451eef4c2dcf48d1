import * as z from 'zod';
import type { RobotLine } from './robot-line.ts';
import { type Api, callOf, doneSchema } from './room.ts';

const tags = ['Robot API: payload and I/O'];
const massSchema = z.object({ mass: z.number() });

/** Registers `/payload`, kg. */
export function addPayload(api: Api, line: RobotLine): void {
  api.get('/payload', { schema: { tags, summary: 'Payload', response: { 200: massSchema } } }, async (request) => {
    return { mass: line.state(callOf(request).robotKind).payload.mass };
  });
  api.post(
    '/payload',
    { schema: { tags, summary: 'Set the payload mass, kg', body: massSchema, response: { 200: doneSchema } } },
    async (request) => {
      await line.command(callOf(request), 'setRobotPayload', { mass: request.body.mass });
      return {};
    },
  );
}
