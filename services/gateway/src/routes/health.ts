import type { Health, Metrics } from '@cellwright/service-kit';
import type { FastifyInstance } from 'fastify';

/** Health and metrics: no token needed. Liveness never looks at dependencies. */
export async function healthRoutes(
  app: FastifyInstance,
  { health, metrics }: { health: Health; metrics: Metrics },
): Promise<void> {
  const open = { tags: ['Health'], security: [] };
  app.get('/health/live', { schema: { ...open, summary: 'The process answers' } }, async () => health.live());
  app.get('/health/ready', { schema: { ...open, summary: 'It can serve; 503 when not' } }, async (_request, reply) => {
    const { ready, reason } = await health.ready();
    return reply.status(ready ? 200 : 503).send({ ready, reason });
  });
  app.get('/health/dependencies', { schema: { ...open, summary: 'What it depends on, one by one' } }, async () =>
    health.ready(),
  );
  app.get('/metrics', { schema: { ...open, summary: 'Prometheus metrics' } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.page()),
  );
}
