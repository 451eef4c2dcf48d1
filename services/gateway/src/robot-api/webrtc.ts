import { ProductError } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import * as z from 'zod';
import { isAbsent } from './absent.ts';
import { type Api, refusalSchema } from './room.ts';

const text = z.string().max(2000).optional();

/** Registers `/webrtc/messages`: a valid request returns that there is no WebRTC here. */
export function addWebRTC(api: Api): void {
  api.get(
    '/webrtc/messages',
    {
      schema: {
        tags: ['Robot API: not implemented'],
        summary: 'Messages for a client',
        querystring: z.object({ baseUrl: text, clientId: text }),
        response: { 503: refusalSchema },
      },
    },
    async ({ query }) => {
      for (const parameter of ['baseUrl', 'clientId'] as const) {
        if (query[parameter] !== undefined) continue;
        throw new ProductError('request_failed_validation', messages.requiredParameter(parameter, 'getMessages'));
      }
      throw isAbsent('WebRTC');
    },
  );
}
