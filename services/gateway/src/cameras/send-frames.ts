import type { Clock } from '@cellwright/domain/basics';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import type { Cameras, TimedFrame, WatchedCamera } from './cameras.ts';
import { headersOf, MjpegStream, mjpegType } from './mjpeg-stream.ts';
import { takeFrame } from './take-frame.ts';
import type { WatchAccess } from './watch-access.ts';

/** A stream without a new frame ends after this time: its viewer must not show the last one as current. */
const silentMS = 10_000;

export interface FrameSources {
  readonly cameras: Cameras;
  readonly watchAccess: WatchAccess;
  readonly clock: Clock;
}

/** Sends one frame with its current age. */
export function sendFrame(reply: FastifyReply, frame: TimedFrame, now: number): FastifyReply {
  return reply.headers(headersOf(frame, now)).type('image/jpeg').send(Buffer.from(frame.jpeg));
}

/** Sends an endless stream of JPEG parts. @throws ProductError camera_disconnected when there is no first frame. */
export async function sendStream(
  sources: FrameSources,
  camera: WatchedCamera,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { cameras, watchAccess, clock } = sources;
  await takeFrame(sources, camera, { signal: disconnectSignal(reply) });
  const stream = new MjpegStream(clock);
  const end = (): void => stream.end();
  let cancelSilence = clock.schedule(silentMS, end);
  const unwatch = watchAccess(request, () => stream.destroy());
  // Follows the camera after the response has started, so that the first frame is not dropped.
  let unfollow = (): void => {};
  stream.once('resume', () => {
    unfollow = cameras.follow(camera, (sample) => {
      if (!sample.ok) {
        if (sample.isFinal) end();
        return;
      }
      cancelSilence();
      cancelSilence = clock.schedule(silentMS, end);
      stream.show(sample.frame);
    });
  });
  stream.once('close', () => {
    cancelSilence();
    unwatch();
    unfollow();
  });
  return reply.type(mjpegType).header('cache-control', 'no-store').send(stream);
}
