import type { FastifyInstance } from 'fastify';

/** What a page of this origin may load; answers that are no page may load nothing. */
const nothing = "default-src 'none'; frame-ancestors 'none'";

/** No answer is shown in a frame, taken for another type, or kept by a cache that others read. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    void reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer');
    if (!reply.hasHeader('content-security-policy')) void reply.header('content-security-policy', nothing);
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
  });
}
