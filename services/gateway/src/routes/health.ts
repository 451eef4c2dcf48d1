import type { Health } from '@cellwright/service-kit';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

const liveSchema = z.object({ live: z.literal(true), uptimeSeconds: z.number() });
const readySchema = z.object({ ready: z.boolean(), reason: z.string().optional().describe('Why not, when not') });
const dependencySchema = z.object({
  name: z.string(),
  ok: z.boolean(),
  critical: z.boolean().describe('Whether it can serve without'),
  durationMs: z.number(),
  error: z.string().optional(),
});
const dependenciesSchema = readySchema.extend({ dependencies: z.array(dependencySchema) });

/** Registers the health routes, without a token. Liveness is independent of other services. */
export async function healthRoutes(app: FastifyInstance, { health }: { readonly health: Health }): Promise<void> {
  const open = { tags: ['Health'], security: [] };
  app.get(
    '/health/live',
    { schema: { ...open, summary: 'The process answers', response: { 200: liveSchema } } },
    async () => health.live(),
  );
  app.get(
    '/health/ready',
    { schema: { ...open, summary: 'It can serve; 503 when not', response: { 200: readySchema, 503: readySchema } } },
    async (_request, reply) => {
      const { ready, reason } = await health.ready();
      return reply.status(ready ? 200 : 503).send({ ready, reason });
    },
  );
  app.get(
    '/health/dependencies',
    { schema: { ...open, summary: 'What it depends on, one by one', response: { 200: dependenciesSchema } } },
    async () => health.ready(),
  );
}
