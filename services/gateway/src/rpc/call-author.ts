import { noPerson } from '@cellwright/domain/cell';
import type { CallAuthor } from '@cellwright/service-kit/calls';
import type { FastifyRequest } from 'fastify';
import type { Identity } from '../domain/identity.ts';
import { httpDoorOf } from '../http/audit-refusals.ts';
import { leaseHolderOf } from '../robot-api/robot-line.ts';

/** Returns the author of a call: the user or program of a request. */
export function callAuthorOf({ identity, ip, headers }: FastifyRequest): Partial<CallAuthor> {
  return {
    ...(identity && authorOfIdentity(identity)),
    address: ip,
    userAgent: headers['user-agent'] ?? '',
  };
}

/** Returns the author like {@link callAuthorOf}, without an HTTP request. */
export function authorOfIdentity(identity: Identity): Partial<CallAuthor> {
  const { subjectID, name, permissions, accessID = '', kind = '', proof = noPerson } = identity;
  return {
    ...{ id: subjectID, name, permissions: [...permissions], accessId: accessID, access: kind, proof },
    sessionId: leaseHolderOf(identity),
    door: identity.door ?? httpDoorOf(identity),
  };
}
