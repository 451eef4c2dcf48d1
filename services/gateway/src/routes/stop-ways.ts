import { type RobotActivity, type RobotKind, robotActivitySchema, stopWaysSchema } from '@cellwright/domain/robot';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { SessionFeed } from '../events/session-feed.ts';
import type { StopPorts } from '../http/security-headers.ts';
import { type StopCookies, signedOutScreen } from '../http/stop-cookie.ts';

const tags = ['Robots'];

/** Registers routes that let a signed-in browser stop over more channels, and for longer than its session lasts. */
export async function stopWaysRoutes(
  instance: FastifyInstance,
  { stopPorts, stopCookies }: { readonly stopPorts: StopPorts; readonly stopCookies: StopCookies },
): Promise<void> {
  instance.withTypeProvider<ZodTypeProvider>().get(
    '/robots/stop-ways',
    {
      schema: {
        tags,
        summary:
          'Other ports that accept stops; the cookie in the response allows stops even after the session has ended',
        response: { 200: stopWaysSchema },
      },
    },
    async (_request, reply) => ({
      port: stopPorts.port ?? null,
      httpsPort: stopPorts.httpsPort ?? null,
      validForMS: stopCookies.give(reply),
    }),
  );
}

/** Registers the route that returns whether any robot is moving, for callers who can stop. */
export async function activityRoutes(
  instance: FastifyInstance,
  { feeds }: { readonly feeds: Readonly<Record<RobotKind, SessionFeed>> },
): Promise<void> {
  instance.withTypeProvider<ZodTypeProvider>().get(
    '/robots/activity',
    {
      schema: {
        tags,
        summary: 'True if a robot is moving or running a routine',
        response: { 200: robotActivitySchema },
      },
    },
    async () => ({ live: activityOf(feeds.live), simulated: activityOf(feeds.simulated) }),
  );
}

function activityOf(feed: SessionFeed): RobotActivity[RobotKind] {
  const state = feed.snapshot()?.state;
  if (!state) return 'unknown';
  if (state.motionActivity === 'moving') return 'moving';
  return state.run?.status === 'running' ? 'running' : 'still';
}

/** Admits callers that `recognise` accepts, and browsers that were signed in within the last hours. */
export function admitStops(recognise: onRequestHookHandler, stopCookies: StopCookies): onRequestHookHandler {
  return function admit(request, reply, done) {
    recognise.call(this, request, reply, (error) => {
      if (!error || !stopCookies.isShownBy(request)) return done(error);
      request.identity = signedOutScreen;
      done();
    });
  };
}
