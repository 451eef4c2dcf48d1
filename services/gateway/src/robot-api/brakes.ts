import { brakesStateSchema } from '@cellwright/domain/robot';
import * as z from 'zod';
import { bodyBytes } from '../http/documents.ts';
import type { RobotLine } from './robot-line.ts';
import { type Api, callOf, doneSchema } from './room.ts';
import { waitForRunEnd } from './run-end.ts';

const tags = ['Robot API: movement'];
const brakesBody = z.object({ state: brakesStateSchema });

/** Registers `/movement/brakes`. */
export function addBrakes(api: Api, line: RobotLine): void {
  const response = { 200: brakesBody };
  api.get('/movement/brakes', { schema: { tags, summary: 'State of the brakes', response } }, async (request) => {
    return { state: line.state(callOf(request).robotKind).brakes };
  });
  api.post(
    '/movement/brakes',
    {
      schema: {
        tags,
        summary: 'Engage or release the brakes',
        description: 'Responds when the brakes are in the requested state. Engaging them stops everything first.',
        body: brakesBody,
        response,
      },
    },
    async (request) => {
      const call = callOf(request);
      const { state } = request.body;
      const answer = await line.command(call, 'setBrakes', { state });
      if (state === 'engaged') await waitForRunEnd(line, call.robotKind);
      return answer;
    },
  );
}

const reasonSchema = z.object({ reason: z.string().max(1000).nullish() });

/** Registers `/movement/brakes/emergency-stop`: like every stop, it works with any body, which is read if possible. */
export function addEmergencyStop(api: Api, line: RobotLine): void {
  api.post(
    '/movement/brakes/emergency-stop',
    {
      schema: {
        tags,
        summary: 'Controlled stop, then brakes. Not a safety-rated emergency stop',
        description: 'A live robot enters Failure and must be recovered; a simulated one becomes idle.',
        response: { 200: doneSchema },
      },
    },
    async (request) => {
      const call = callOf(request);
      await line.stop(call, { isEmergency: true, reason: reasonOf(request.body) ?? 'by a program' });
      await waitForRunEnd(line, call.robotKind);
      return {};
    },
  );
}

function reasonOf(body: unknown): string | undefined {
  try {
    return reasonSchema.parse(JSON.parse(bodyBytes(body).toString('utf8'))).reason ?? undefined;
  } catch {
    // Without a reason it is still a stop.
    return undefined;
  }
}
