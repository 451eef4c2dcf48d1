import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IdentityServiceService } from '@cellwright/proto/identity';
import { secretVariablesOf } from '@cellwright/topology';
import { afterEach, describe, expect, it } from 'vitest';
import { makePersonKeys, readPeers } from '../callers/index.ts';
import { silentLogger } from '../logger.ts';
import { shareAuthorities, type TestTLS } from '../testing/certificates.fixture.ts';
import { connectPeer, type GrpcServer, grpcService, startGrpcServer } from './index.ts';

const authorities = shareAuthorities();

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const people = { PERSON_PUBLIC_KEYS: makePersonKeys().publicKey };
const secretsOf = (service: 'gateway' | 'identity') =>
  Object.fromEntries(secretVariablesOf(service).map((variable) => [variable, variable.padEnd(32, '.')]));

async function serve(tls: TestTLS, port = 0): Promise<GrpcServer> {
  const env = { ...secretsOf('identity'), ...people, ...tls.env };
  const { gate } = readPeers('identity', { env, log: silentLogger });
  const service = grpcService(IdentityServiceService, {
    followAccess: async function* () {
      yield { event: { $case: 'heartbeat' as const, value: {} } };
    },
    reportUse: async () => ({}),
    checkPassword: () => Promise.reject(new Error('not in this test')),
  });
  const server = await startGrpcServer({ services: [service], callers: gate, port, log: silentLogger });
  closing.push(() => server.close(AbortSignal.timeout(100)));
  return server;
}

function connect({ address }: GrpcServer, tls?: TestTLS, env: Record<string, string> = {}) {
  const { proofs } = readPeers('gateway', { env: { ...secretsOf('gateway'), ...tls?.env, ...env }, log: silentLogger });
  const client = connectPeer(IdentityServiceService, { address, proof: proofs.identity, defaultDeadlineMs: 20_000 });
  closing.push(() => client.channel.close());
  return client;
}

const ask = (client: ReturnType<typeof connect>) => client.reportUse({ uses: [] });

describe('gRPC with mutual TLS', () => {
  it('answers a service with a certificate of its name', async () => {
    const server = await serve(authorities.trusted.issue('identity'));
    expect(await ask(connect(server, authorities.trusted.issue('gateway')))).toEqual({});
  });

  it.each<[string, () => TestTLS | undefined, string]>([
    ['without TLS', () => undefined, 'cannot be reached'],
    [
      'with a certificate of a foreign authority',
      () => trusting(authorities.foreign.issue('gateway')),
      'cannot be reached',
    ],
    [
      'with the certificate of another service',
      () => authorities.trusted.issue('library'),
      'rejects calls of this service',
    ],
    [
      'with a certificate without names',
      () => authorities.trusted.issue('nothing.example'),
      'rejects calls of this service',
    ],
  ])('refuses a peer %s', async (_, makeTLS, message) => {
    const server = await serve(authorities.trusted.issue('identity'));
    await expect(ask(connect(server, makeTLS()))).rejects.toMatchObject({ message: expect.stringContaining(message) });
  });

  it.each<[string, () => TestTLS]>([
    ['another service', () => authorities.trusted.issue('library')],
    ['a foreign authority', () => authorities.foreign.issue('identity')],
  ])('does not call a server with the certificate of %s', async (_, makeTLS) => {
    const server = await serve(trusting(makeTLS()));
    await expect(ask(connect(server, authorities.trusted.issue('gateway')))).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('loses no call while certificates and their authority are replaced', async () => {
    const [own, its] = [authorities.trusted.issue('identity'), authorities.trusted.issue('gateway')];
    const server = await serve(own);
    const client = connect(server, its);
    const traffic = { isOn: true, calls: 0 };
    const running = (async () => {
      for (; traffic.isOn; traffic.calls++) await ask(client);
    })();
    // First both trust the new authority, then each gets a certificate of it, then the old authority is removed.
    for (const tls of [own, its]) tls.trust(authorities.foreign);
    await expect.poll(() => ask(connect(server, trusting(authorities.foreign.issue('gateway'))))).toEqual({});
    own.replaceBy(trusting(authorities.foreign.issue('identity')));
    its.replaceBy(trusting(authorities.foreign.issue('gateway')));
    const renewed = authorities.foreign.issue('gateway');
    await expect.poll(() => ask(connect(server, renewed)).catch(() => 'refused')).toEqual({});
    own.replaceBy(authorities.foreign.issue('identity'));
    await expect
      .poll(() => ask(connect(server, trusting(authorities.trusted.issue('gateway')))).catch(() => 'refused'))
      .toBe('refused');
    const before = traffic.calls;
    await expect.poll(() => traffic.calls).toBeGreaterThan(before + 10);
    traffic.isOn = false;
    await running;
    // The old connection ends: the client reconnects with its new certificate.
    await server.close(AbortSignal.timeout(100));
    await serve(own, server.port);
    await expect.poll(() => ask(client).catch(() => 'away')).toEqual({});
  });

  /** Trusts both authorities, whichever signed the certificate. */
  function trusting(tls: TestTLS): TestTLS {
    tls.trust(authorities.trusted, authorities.foreign);
    return tls;
  }
});

describe('gRPC with a secret in a file', () => {
  const variable = 'SECRET_GATEWAY_TO_IDENTITY';

  it('accepts the previous secret for some time after a replacement', async () => {
    const folder = join(authorities.trusted.caFile, '..');
    const [ofServer, ofClient] = [join(folder, 'server-secret'), join(folder, 'client-secret')];
    const [former, next] = ['former'.padEnd(32, '.'), 'next'.padEnd(32, '.')];
    for (const file of [ofServer, ofClient]) writeFileSync(file, `${former}\n`);
    const env = { ...secretsOf('identity'), ...people, [`${variable}_FILE`]: ofServer, [variable]: '' };
    const { gate } = readPeers('identity', { env, log: silentLogger });
    const path = '/cellwright.IdentityService/ReportUse';
    const check = (secret: string) => gate.checkCall({ caller: 'gateway', secret }, path);
    expect(check(former)).toBe('gateway');
    writeFileSync(ofServer, next);
    await expect.poll(() => check(next)).toBe('gateway');
    expect(check(former)).toBe('gateway');
    const ofGateway = { ...secretsOf('gateway'), [`${variable}_FILE`]: ofClient };
    const { proofs } = readPeers('gateway', { env: ofGateway, log: silentLogger });
    expect(proofs.identity.secret).toBe(former);
    writeFileSync(ofClient, 'short');
    writeFileSync(ofClient, next);
    await expect.poll(() => proofs.identity.secret).toBe(next);
  });
});
