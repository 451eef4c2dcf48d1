import { ProductError } from '@cellwright/domain/basics';
import { accessMessages } from '@cellwright/domain/messages';
import type { FastifyInstance } from 'fastify';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import type { MakeCallDeps } from '../rpc/make-call.ts';

/** Registers `/mcp`: calls without effect as tools for language models, by the Model Context Protocol over HTTP. */
export async function mcpRoutes(app: FastifyInstance, deps: MakeCallDeps): Promise<void> {
  const schema = { hide: true };
  app.post('/mcp', { schema }, async (request, reply) => {
    const { identity, body } = request;
    if (!identity) throw new ProductError('authorization_required', accessMessages.signInFirst);
    // Loaded with the first request.
    const { answerMcp } = await import('./answer-mcp.ts');
    const headers = { accept: request.headers.accept ?? '', 'content-type': 'application/json' };
    const signal = disconnectSignal(reply);
    const response = await answerMcp(deps, { identity, headers, body, signal });
    return reply
      .status(response.status)
      .headers(Object.fromEntries(response.headers))
      .send(await response.text());
  });
  // The server has no sessions, so there is no stream to open or end.
  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    schema,
    handler: async (_request, reply) =>
      reply.status(405).header('allow', 'POST').send({ error: 'invalid_parameters', message: 'Use POST here' }),
  });
}
