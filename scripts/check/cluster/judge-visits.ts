// Expected responses of each kind of port to a pod without credentials.
import * as z from 'zod';

/** Responses of a port to services/cell/e2e/stranger.fixture.ts. */
export const visitSchema = z.object({
  port: z.number(),
  health: z.string(),
  calls: z.array(z.object({ method: z.string(), status: z.string(), details: z.string() })),
  http: z.record(z.string(), z.number()),
  opened: z.array(z.string()),
  controller: z.array(z.string()),
  nats: z.string(),
  redis: z.string(),
  postgres: z.string(),
});
export type Visit = z.infer<typeof visitSchema>;

/** Kinds of ports, by their names in the chart. */
export type PortKind = 'grpc' | 'planner' | 'line' | 'admin' | 'http' | 'stop' | 'client' | 'postgres' | 'redis';

const adminPaths = ['/health/live', '/health/ready', '/health/dependencies', '/metrics'].map((path) => `GET ${path}`);

interface Expected {
  /** Sentence for the report: the behaviour towards strangers. */
  readonly does: string;
  /** HTTP requests that it may answer; undefined for ports that serve pages and calls for users. */
  readonly http: readonly string[] | undefined;
  /** Returns true if the port refused as its protocol does. */
  readonly refuses: (visit: Visit) => boolean;
}

const always = () => true;
const isUnproven = (text: string | undefined) => text?.includes('did not prove') ?? false;

export const expected: Readonly<Record<PortKind, Expected>> = {
  grpc: {
    does: 'refuses every call: the caller did not prove its identity',
    http: [],
    refuses: ({ health, calls }) =>
      health === 'OK' &&
      calls.some(({ status }) => status === 'UNAUTHENTICATED') &&
      calls.every(({ status }) => status === 'UNAUTHENTICATED' || status === 'UNIMPLEMENTED'),
  },
  planner: { does: 'opens no socket', http: [], refuses: always },
  line: {
    does: 'refuses commands and views: the caller did not prove its identity',
    http: [],
    refuses: ({ controller }) => controller.length > 0 && controller.every(isUnproven),
  },
  admin: { does: 'answers GET for health and metrics, nothing else', http: adminPaths, refuses: always },
  http: { does: 'is the entry point for people: sign-in and tokens', http: undefined, refuses: always },
  stop: {
    does: 'takes stops with a token or session, nothing else',
    http: adminPaths,
    refuses: ({ http }) => (http['POST /stop'] ?? 400) >= 400,
  },
  client: {
    does: 'refuses without user and password',
    http: [],
    refuses: ({ nats }) => nats.includes('Authorization Violation'),
  },
  postgres: {
    does: 'refuses without user and password',
    http: [],
    refuses: ({ postgres }) => postgres.includes('password authentication failed'),
  },
  redis: { does: 'refuses without a password', http: [], refuses: ({ redis }) => redis.includes('-NOAUTH') },
};

export function isPortKind(name: string): name is PortKind {
  return Object.hasOwn(expected, name);
}

/** Returns requests that a port answered incorrectly or did not refuse. */
export function judgeVisit(kind: PortKind, visit: Visit): string[] {
  const { http, refuses, does } = expected[kind];
  const answered = Object.entries(visit.http).flatMap(([asked, status]) => (status < 400 ? [asked] : []));
  const done: readonly (readonly [boolean, string])[] = [
    [visit.calls.some(({ status }) => status === 'OK'), 'answers a gRPC call'],
    [visit.opened.length > 0, `opens ${visit.opened.join(', ')}`],
    [visit.controller.includes('connected'), 'lets a stranger connect to a controller'],
    [/^(\+OK|PONG|MSG)/m.test(visit.nats), 'serves a client of NATS'],
    [/^(\+PONG|\+OK|\*\d)/m.test(visit.redis), 'serves a client of Redis'],
    [visit.postgres === 'connected', 'serves a client of Postgres'],
    [!refuses(visit), `is not as expected: ${does}`],
  ];
  const unexpected = http === undefined ? [] : answered.filter((asked) => !http.includes(asked));
  return [
    ...done.flatMap(([isWrong, problem]) => (isWrong ? [problem] : [])),
    ...(unexpected.length > 0 ? [`answers ${unexpected.join(', ')}`] : []),
  ];
}
