import type { Health } from '@cellwright/service-kit';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

const liveSchema = z.object({ live: z.literal(true), uptimeSeconds: z.number() });
const readySchema = z.object({ ready: z.boolean(), reason: z.string().optional().describe('Reason if not') });
const dependencySchema = z.object({
  name: z.string(),
  ok: z.boolean(),
  critical: z.boolean().describe('True if it can serve without'),
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
    { schema: { ...open, summary: 'Ready to serve; otherwise 503', response: { 200: readySchema, 503: readySchema } } },
    async (_request, reply) => {
      const { ready, reason } = await health.ready();
      return reply.status(ready ? 200 : 503).send({ ready, reason });
    },
  );
  app.get(
    '/health/dependencies',
    { schema: { ...open, summary: 'Its dependencies', response: { 200: dependenciesSchema } } },
    async () => health.ready(),
  );
}
