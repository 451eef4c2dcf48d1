import type { Visit } from './stranger.fixture.ts';

const refusesProof = (text: string | undefined) => text?.includes('did not prove its identity') ?? false;

/** Checks that a port refuses another local user, by its kind. Health and metrics are for everyone on the machine. */
const refusals = {
  gRPC: ({ health }) => health === 'OK',
  controller: ({ controller }) => controller.length > 0 && controller.every(refusesProof),
  NATS: ({ nats }) => nats.includes('Authorization Violation'),
  Redis: ({ redis }) => redis.includes('-NOAUTH'),
  Postgres: ({ postgres }) => postgres.includes('password authentication failed'),
  health: ({ http }) => http['GET /health/live'] === 200,
  TLS: ({ tls }) => tls >= 400,
  /** Holds the ports of the cell for itself, and closes every connection. */
  silent: ({ http, tls, nats, redis, opened }) =>
    Object.keys(http).length === 0 && tls === 0 && nats === '' && redis === '' && opened.length === 0,
  HTTP: ({ http }) => http['GET /'] !== undefined && Object.values(http).every((status) => status >= 400),
} as const satisfies Readonly<Record<string, (visit: Visit) => boolean>>;

export type PortRole = keyof typeof refusals;
// Sound: these are the keys of a literal object.
const roles = Object.keys(refusals) as readonly PortRole[];

/** Returns the kind of a port by how it refused; undefined for a port that refused in no known way. */
export function findRole(visit: Visit): PortRole | undefined {
  return roles.find((role) => refusals[role](visit));
}

/** Returns the number of ports of each kind, without kinds that have none. */
export function countRoles(visits: readonly Visit[]): Partial<Record<PortRole, number>> {
  const counts: Partial<Record<PortRole, number>> = {};
  for (const visit of visits) {
    const role = findRole(visit);
    if (role) counts[role] = (counts[role] ?? 0) + 1;
  }
  return counts;
}
