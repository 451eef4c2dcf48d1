import { type Clock, wholeNumberText } from '@cellwright/domain/basics';
import { frameHeaders } from '@cellwright/domain/equipment';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { WatchedCamera } from '../cameras/cameras.ts';
import { mjpegMediaType } from '../cameras/mjpeg-stream.ts';
import { type FrameSources, sendFrame, sendStream } from '../cameras/send-frames.ts';
import { takeFrame } from '../cameras/take-frame.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import { robotKindOf } from '../http/robot-kind.ts';
import { idParams } from '../http/schemas.ts';
import type { RobotLine } from '../robot-api/robot-line.ts';
import { refusalSchema } from '../robot-api/room.ts';

export interface CameraRouteDeps extends FrameSources {
  readonly line: Pick<RobotLine, 'waitUntilKnown' | 'state'>;
  readonly clock: Clock;
}

const tags = ['Cameras'];
const robotKindQuery = z.object({ robotKind: z.enum(['live', 'simulated']).optional() });
const picture = { description: 'A picture', content: { 'image/jpeg': { schema: z.string() } } };
const stream = {
  description: 'JPEG pictures, one after the other',
  content: { [mjpegMediaType]: { schema: z.string() } },
};

/** `/api/v1/cell/cameras`: the current frame of a camera, and an endless stream of them. */
export async function cameraRoutes(instance: FastifyInstance, deps: CameraRouteDeps): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const { line, clock } = deps;
  const cameraOf = async (request: FastifyRequest, id: string): Promise<WatchedCamera> => {
    const robotKind = robotKindOf(request);
    await line.waitUntilKnown(robotKind);
    return { id, robotKind, isTwin: line.state(robotKind).isTwin };
  };
  app.get(
    '/cameras/:id/frame',
    {
      schema: {
        tags,
        summary: 'Get the current frame of a camera as JPEG',
        description: `With \`after\`, waits for another frame than the one with that sequence. The headers \`${frameHeaders.sequence}\`, \`${frameHeaders.age}\` and \`${frameHeaders.validFor}\` have its sequence, its age, and the age up to which it is current. A camera without a current frame is refused with 503.`,
        params: idParams,
        querystring: robotKindQuery.extend({
          after: wholeNumberText({ min: 0, max: Number.MAX_SAFE_INTEGER }).optional(),
        }),
        response: { 200: picture, 503: refusalSchema },
      },
    },
    async (request, reply) => {
      const camera = await cameraOf(request, request.params.id);
      const frame = await takeFrame(deps, camera, { after: request.query.after, signal: disconnectSignal(reply) });
      return sendFrame(reply, frame, clock.now());
    },
  );
  app.get(
    '/cameras/:id/stream',
    {
      schema: {
        tags,
        summary: 'Get the frames of a camera as an endless MJPEG stream',
        description:
          'Each part has the headers of a frame. A slow reader gets fewer frames. The stream ends when the camera has sent no frame for ten seconds, is switched off, or the caller loses access.',
        params: idParams,
        querystring: robotKindQuery,
        response: { 200: stream, 503: refusalSchema },
      },
    },
    async (request, reply) => sendStream(deps, await cameraOf(request, request.params.id), request, reply),
  );
}
