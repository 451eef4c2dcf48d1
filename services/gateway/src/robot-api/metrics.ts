import type { Metrics } from '@cellwright/service-kit';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

/** `/metrics/prometheus`: what `/metrics` shows, where existing collectors look for it; needs no token. */
export function addMetrics(app: FastifyInstance, metrics: Pick<Metrics, 'page' | 'contentType'>): void {
  const page = { description: 'Metrics', content: { 'text/plain': { schema: z.string() } } };
  app.get(
    '/metrics/prometheus',
    { schema: { tags: ['Robot API: status'], security: [], summary: 'Prometheus metrics', response: { 200: page } } },
    async (_request, reply) => reply.type(metrics.contentType).send(await metrics.page()),
  );
}
