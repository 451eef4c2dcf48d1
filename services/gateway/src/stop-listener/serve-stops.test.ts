import type { Server } from 'node:http';
import { ProductError } from '@cellwright/domain/basics';
import { readTLSFiles, silentLogger } from '@cellwright/service-kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRawClient, requestText, statusesIn } from '../door/raw-client.fixture.ts';
import { fetchSecurely, makeCertificate } from '../testing/certificate.fixture.ts';
import { createStopServers } from './serve-stops.ts';

const stops: { robotKind: string; name: string; isEmergency: boolean }[] = [];
let isRunnerThere = true;
let url = '';
let server: Server;

beforeEach(async () => {
  stops.length = 0;
  isRunnerThere = true;
  server = createStopServers({
    authenticator: {
      introduce: () => undefined,
      recognise(token) {
        if (token !== 'cw_good') throw new ProductError('authorization_required', 'This token is not valid');
        return { subjectID: 't1', name: 'Ada', permissions: [] };
      },
      requireFresh: () => undefined,
      onChange: () => () => undefined,
    },
    async stop(robotKind, _sessionID, { name }, { isEmergency }) {
      if (!isRunnerThere) throw new ProductError('unavailable', 'The runner does not answer');
      stops.push({ robotKind, name, isEmergency });
      return 8;
    },
    log: silentLogger,
  }).plain;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const authorization = 'Bearer cw_good';
const stopPath = '/api/v1/cell/robots/live/stop';

describe('createStopServers', () => {
  it('accepts a stop and an emergency stop with a known token or session, and returns the stop epoch', async () => {
    const plain = await fetch(url + stopPath, { method: 'POST', headers: { authorization } });
    expect([plain.status, await plain.json()]).toEqual([200, { stopEpoch: 8 }]);
    const path = '/api/v1/cell/robots/simulated/emergency-stop';
    const emergency = await fetch(url + path, { method: 'POST', headers: { cookie: 'cw_session=cw_good' }, body: '{' });
    expect(emergency.status).toBe(200);
    expect(stops).toEqual([
      { robotKind: 'live', name: 'Ada', isEmergency: false },
      { robotKind: 'simulated', name: 'Ada', isEmergency: true },
    ]);
  });

  it('accepts a stop with a known session beside others that a page at the same name has added', async () => {
    const statusOf = async (cookie: string) =>
      (await fetch(url + stopPath, { method: 'POST', headers: { cookie } })).status;
    expect(await statusOf('cw_session=cw_bad; cw_session=cw_good')).toBe(200);
    expect(await statusOf('cw_session=cw_bad; cw_session=cw_worse')).toBe(401);
  });

  it('accepts a stop with as many cookies as a browser stores, which other pages at the same name may have set', async () => {
    const stuffed = Array.from({ length: 180 }, (_, n) => `junk${n}=${'x'.repeat(4085)}`).join('; ');
    const headers = { cookie: `${stuffed}; cw_session=cw_good` };
    expect((await fetch(url + stopPath, { method: 'POST', headers })).status).toBe(200);
  });

  it('rejects an unknown token, a page of another origin, and all requests except stops', async () => {
    const statusOf = async (path: string, init: RequestInit) => (await fetch(url + path, init)).status;
    const foreign = { cookie: 'cw_session=cw_good', origin: 'http://evil.example' };
    expect(await statusOf(stopPath, { method: 'POST' })).toBe(401);
    expect(await statusOf(stopPath, { method: 'POST', headers: { authorization: 'Bearer cw_bad' } })).toBe(401);
    expect(await statusOf(stopPath, { method: 'POST', headers: foreign })).toBe(403);
    expect(await statusOf(stopPath, { headers: { authorization } })).toBe(404);
    expect(await statusOf('/api/v1/cell/robots/none/stop', { method: 'POST', headers: { authorization } })).toBe(404);
    expect(await statusOf('/health/live', {})).toBe(200);
    expect(stops).toEqual([]);
  });

  it('accepts a stop over HTTPS as well', async () => {
    const certificate = makeCertificate();
    const { tls } = createStopServers(
      {
        authenticator: {
          introduce: () => undefined,
          recognise: () => ({ subjectID: 't1', name: 'Ada', permissions: [] }),
          requireFresh: () => undefined,
          onChange: () => () => undefined,
        },
        stop: async () => 9,
        log: silentLogger,
      },
      readTLSFiles(certificate.tls),
    );
    await new Promise<void>((resolve) => tls?.server.listen(0, '127.0.0.1', resolve));
    const address = tls?.server.address();
    const secure = `https://localhost:${typeof address === 'object' && address ? address.port : 0}`;
    const init = { ca: certificate.ca, method: 'POST', headers: { authorization } };
    expect(await fetchSecurely(secure + stopPath, init)).toMatchObject({ status: 200, text: '{"stopEpoch":9}' });
    expect(await fetchSecurely(`${secure}/anything`, init)).toMatchObject({ status: 404 });
    await tls?.close();
    certificate.remove();
  });

  it('returns the error when the runner is unavailable', async () => {
    isRunnerThere = false;
    const response = await fetch(url + stopPath, { method: 'POST', headers: { authorization } });
    expect([response.status, await response.json()]).toEqual([
      503,
      { error: 'unavailable', message: 'The runner does not answer' },
    ]);
  });

  it('builds only one request of an unknown client that pipelines 5,000', async () => {
    const client = await openRawClient(url);
    client.send(requestText('GET', '/').repeat(5000));
    expect(statusesIn(await client.closed)).toEqual([404]);
  });

  it('accepts a stop while more unknown clients are connected than allowed', async () => {
    const strangers = await Promise.all(Array.from({ length: 100 }, () => openRawClient(url)));
    const client = await openRawClient(url);
    client.send(requestText('POST', stopPath, { authorization }));
    expect(statusesIn(await client.received((text) => text.includes('stopEpoch')))).toEqual([200]);
    for (const each of [...strangers, client]) each.destroy();
  });
});
