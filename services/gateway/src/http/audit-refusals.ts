import type { Door } from '@cellwright/domain';
import { currentTraceId } from '@cellwright/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isThisMachine } from '../domain/access-replica.ts';
import type { AuditNote, AuditQueue } from '../domain/audit-queue.ts';
import type { Identity } from '../domain/identity.ts';
import { toProductError } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The action as which the log keeps an accepted command that no owner's transaction keeps an entry of. */
    auditAs?: string;
    /** What it was done to; default the user itself. */
    auditTarget?: (request: FastifyRequest) => string;
  }
}

const onlyAsks: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Notes every refused command, and every refusal of a caller. Accepted ones are kept by the owner of what they change, or
 * noted here where the route says so.
 */
export function auditRefusals(app: FastifyInstance, audit: Pick<AuditQueue, 'note'>): void {
  app.addHook('onError', async (request, _reply, error) => {
    const code = toProductError(error)?.code ?? 'internal_server_error';
    const isAboutPerson = code === 'authorization_required' || code === 'forbidden';
    if (onlyAsks.has(request.method) && !isAboutPerson) return;
    audit.note({ ...describeRequest(request), code });
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { auditAs, auditTarget = ownTarget } = request.routeOptions.config;
    if (auditAs !== undefined && reply.statusCode < 400)
      audit.note({ ...describeRequest(request), action: auditAs, target: auditTarget(request), source: request.ip });
    done();
  });
}

function ownTarget({ identity }: FastifyRequest): string {
  return `users/${identity?.subjectID ?? ''}`;
}

/** What a request is, for the log: its route, not what was sent. */
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

/** Over HTTP comes the command line of this machine, too. */
export function httpDoorOf(identity: Identity): Door {
  return isThisMachine(identity) ? 'cli' : 'http';
}
