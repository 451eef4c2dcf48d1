import type { Metrics } from '@cellwright/service-kit';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

/** Paths of the metrics; the second is used by existing robot programs. */
const paths = ['/metrics', '/api/v1/metrics/prometheus'];

/** Registers metrics for callers with a token. Collectors without one use the admin port (ADMIN_PORT). */
export function metricsRoutes(app: FastifyInstance, metrics: Pick<Metrics, 'page' | 'contentType'>): void {
  const page = {
    description: 'Metrics',
    content: { 'text/plain': { schema: z.string().describe('In the text format of Prometheus') } },
  };
  const schema = { tags: ['Health'], summary: 'Prometheus metrics', response: { 200: page } };
  for (const path of paths)
    app.get(path, { schema }, async (_request, reply) => reply.type(metrics.contentType).send(await metrics.page()));
}
