import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Identity, Permission } from '../domain/identity.ts';
import { requirePermission } from '../domain/require-permission.ts';
import type { Authenticator } from '../rpc/authenticator.ts';

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null;
  }
}

/** Reads the bearer token of a request and finds out whose it is; with a permission, refuses who lacks it. */
export function authenticateRequests(authenticator: Authenticator, permission?: Permission) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ');
    const identity = await authenticator.authenticate(
      scheme?.toLowerCase() === 'bearer' ? token : undefined,
      isLoopback(request.ip),
    );
    if (permission) requirePermission(identity, permission);
    request.identity = identity;
  };
}

export function authorOf(request: FastifyRequest): { id: string; name: string } {
  return { id: request.identity?.subjectID ?? '', name: request.identity?.name ?? '' };
}

export function idempotencyKeyOf(request: FastifyRequest): string {
  const header = request.headers['idempotency-key'];
  return typeof header === 'string' ? header.slice(0, 200) : '';
}

export function isLoopback(ip: string): boolean {
  return ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.');
}
