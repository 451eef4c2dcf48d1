import type { Door } from '@cellwright/domain/cell';
import { currentTraceId } from '@cellwright/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isThisMachine } from '../domain/access-replica.ts';
import type { AuditNote, AuditQueue } from '../domain/audit-queue.ts';
import type { Identity } from '../domain/identity.ts';
import { toProductError } from './errors.ts';

const onlyAsks: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Records every refused command, and every refusal of a caller. Accepted commands are recorded by the owner of what
 * they change.
 */
export function auditRefusals(app: FastifyInstance, audit: Pick<AuditQueue, 'note'>): void {
  app.addHook('onError', async (request, _reply, error) => {
    const code = toProductError(error)?.code ?? 'internal_server_error';
    const isAboutPerson = code === 'authorization_required' || code === 'forbidden';
    if (onlyAsks.has(request.method) && !isAboutPerson) return;
    audit.note({ ...describeRequest(request), code });
  });
}

/** Describes a request for the log: its route, not its content. */
function describeRequest(request: FastifyRequest): AuditNote {
  const { identity } = request;
  const path = request.url.split('?')[0] ?? '';
  return {
    subject: identity ?? undefined,
    door: identity ? httpDoorOf(identity) : 'http',
    action: `${request.method} ${request.routeOptions.url ?? 'elsewhere'}`,
    target: path,
    traceID: currentTraceId(),
    source: identity ? undefined : request.ip,
  };
}

/** The command line of this machine uses HTTP, too. */
export function httpDoorOf(identity: Identity): Door {
  return isThisMachine(identity) ? 'cli' : 'http';
}
