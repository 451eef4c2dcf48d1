import { ProductError } from '@cellwright/domain';
import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../domain/access-replica.ts';
import type { Identity, Permission } from '../domain/identity.ts';
import { requirePermission } from '../domain/require-permission.ts';
import { sessionSecretOf } from './session-cookie.ts';
import type { TokenLimits } from './token-limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null;
  }
}

/** Reads the token of a stop and finds out whose it is: anybody known may stop, whatever else is wrong. */
export function recogniseRequests(authenticator: Authenticator) {
  return async (request: FastifyRequest): Promise<void> => {
    const token = tokenOf(request);
    await authenticator.introduce(token);
    request.identity = authenticator.recognise(token, isLocal(request));
  };
}

/** The same for everything else: what is known must be fresh, within its limits, and have the permission, if one is needed. */
export function authenticateRequests(authenticator: Authenticator, limits: TokenLimits, permission?: Permission) {
  return async (request: FastifyRequest): Promise<void> => {
    const token = tokenOf(request);
    limits.beforeCheck(request, token);
    const identity = await recognise(authenticator, limits, request, token);
    // Also for what is refused from here on: the audit log names who asked.
    request.identity = identity;
    limits.accept(request, token, identity.subjectID);
    authenticator.requireFresh(identity);
    if (permission) requirePermission(identity, permission);
  };
}

/** A token that is not known counts against the address it came from. */
async function recognise(
  authenticator: Authenticator,
  limits: TokenLimits,
  request: FastifyRequest,
  token: string | undefined,
): Promise<Identity> {
  try {
    await authenticator.introduce(token);
    return authenticator.recognise(token, isLocal(request));
  } catch (error) {
    if (error instanceof ProductError && error.code === 'authorization_required') limits.refuse(request);
    throw error;
  }
}

/** The bearer token; without an Authorization header the secret of the browser's session. */
function tokenOf({ headers }: FastifyRequest): string | undefined {
  if (headers.authorization === undefined) return sessionSecretOf(headers);
  const [scheme, token] = headers.authorization.split(' ');
  return scheme?.toLowerCase() === 'bearer' ? token : undefined;
}

/** Whether a request comes from this machine: also where a proxy's word is taken for the client's address. */
export function isLocal({ ip, raw }: FastifyRequest): boolean {
  return isLoopback(ip) && isLoopback(raw.socket.remoteAddress ?? '');
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
