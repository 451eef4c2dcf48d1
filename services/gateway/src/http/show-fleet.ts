import type { FastifyReply, FastifyRequest } from 'fastify';

/** On the hub of a fleet, shows the fleet where a cell shows its robot. */
export async function showFleet(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.method === 'GET' && request.url === '/') await reply.redirect('/fleet', 302);
}
