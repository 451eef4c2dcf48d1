import { fileURLToPath } from 'node:url';
import { build as buildGateway } from '@cellwright/gateway';
import { build as buildIdentity, type SingleSignOnSettings } from '@cellwright/identity';
import { migrationSettings } from '@cellwright/identity/migrations';
import {
  createHealth,
  createInProcessBus,
  createMemoryStore,
  createMetrics,
  silentLogger,
  systemClock,
  type TLSConfig,
  type VolatileStore,
} from '@cellwright/service-kit';
import { createServiceDatabase } from '@cellwright/service-kit/testing';
import { anyPeers, testVoucher } from '@cellwright/service-kit/testing/peers';

const migrations = fileURLToPath(new URL('../../../identity/prisma/migrations', import.meta.url));
export const password = 'correct horse battery';
export type Headers = Readonly<Record<string, string>>;

/** The gateway and the identity service of a cell, on a separate database. */
export interface PeopleBench {
  readonly url: string;
  /** Empty without TLS. */
  readonly httpsUrl: string;
  /** Headers of this machine's command line. */
  readonly admin: Headers;
  query(sql: string): Promise<{ rows: unknown[] }>;
  call(method: string, path: string, body?: unknown, headers?: Headers): Promise<PeopleAnswer>;
  /** Returns the headers of a page of this cell whose browser has this cookie. */
  as(cookie: string): Headers;
  signIn(username: string, secret?: string): Promise<Headers>;
  /** Invites a user and accepts the invitation. */
  invite(username: string, permissions: object): Promise<{ id: string; headers: Headers }>;
  stop(): Promise<void>;
}

export interface PeopleAnswer {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what the tests look into is JSON of every kind
  readonly body: any;
  readonly cookie: string;
}

export const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
export const tokenOf = (link: string): string => link.split('#')[1] ?? '';

/**
 * Starts the bench.
 * @param store counts guesses; in memory when absent.
 */
export async function startPeopleBench(
  store: VolatileStore = createMemoryStore(),
  tls: TLSConfig = {},
  singleSignOn?: SingleSignOnSettings,
): Promise<PeopleBench> {
  const adminKey = 'cwadmin_people';
  const database = await createServiceDatabase('identity', migrations, migrationSettings.privileges);
  const bus = createInProcessBus();
  const kit = {
    bus,
    clock: systemClock,
    log: silentLogger,
    metrics: createMetrics({ defaults: false }),
    health: createHealth(),
  };
  const identity = await buildIdentity({
    peers: anyPeers('identity'),
    voucher: testVoucher,
    ...kit,
    databaseUrl: database.url,
    auditKey: 'cwaudit_people-bench',
    migrations,
    port: 0,
    store,
    singleSignOn,
  });
  const { address } = await identity.start();
  const away = '127.0.0.1:9';
  const addresses = {
    library: away,
    runner: away,
    dryRun: away,
    equipment: away,
    planner: away,
    softwareUpdate: away,
    identity: address,
  };
  const gateway = await buildGateway({
    proofs: anyPeers('gateway').proofs,
    ...kit,
    host: '127.0.0.1',
    port: 0,
    addresses,
    adminKey,
    tls: { ...tls, host: '127.0.0.1', port: 0 },
  });
  const { url, httpsUrl = '' } = await gateway.start();
  const admin = bearer(adminKey);
  const as = (cookie: string): Headers => ({ cookie: cookie.split(';')[0] ?? '', origin: url });
  const call = async (method: string, path: string, body?: unknown, headers: Headers = {}): Promise<PeopleAnswer> => {
    const response = await fetch(`${url}/api/v1/cell${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const cookie = response.headers.get('set-cookie') ?? '';
    return { status: response.status, text, body: JSON.parse(text), cookie };
  };
  return {
    url,
    httpsUrl,
    admin,
    query: (sql) => database.query(sql),
    call,
    as,
    signIn: async (username, secret = password) =>
      as((await call('POST', '/login', { username, password: secret })).cookie),
    async invite(username, permissions) {
      const { body } = await call('POST', '/users/invite', { name: username, username, permissions }, admin);
      const { cookie } = await call('POST', '/setup', { token: tokenOf(body.link), password });
      return { id: body.user.id, headers: as(cookie) };
    },
    async stop() {
      await gateway.stop();
      await identity.stop();
      await bus.close();
      await database.drop();
    },
  };
}
