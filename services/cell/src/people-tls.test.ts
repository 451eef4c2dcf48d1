import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStore } from '@cellwright/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { bearer, type PeopleBench, password, startPeopleBench } from './testing/people-bench.fixture.ts';
import { openCertificates } from './tls/cell-certificates.ts';

let folder: string;
let bench: PeopleBench;
let ca: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cellwright-people-tls-'));
  const names = ['localhost', '127.0.0.1'];
  const files = await openCertificates({ folder, machineName: 'box', names, now: new Date() });
  ca = readFileSync(files.authorityFile, 'utf8');
  const tls = { TLS_CERT_FILE: files.certFile, TLS_KEY_FILE: files.keyFile, TLS_CA_FILE: files.authorityFile };
  bench = await startPeopleBench(createMemoryStore(), tls);
  await bench.invite('ada', { account: true, connectToRobot: true, controlPanel: true });
});
afterAll(async () => {
  await bench?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Calls the cell over HTTPS like a page of it. */
function call(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const url = `${bench.httpsUrl}/api/v1/cell${path}`;
    const all = { origin: bench.httpsUrl, ...(body && { 'content-type': 'application/json' }), ...headers };
    const sent = request(url, { ca, method, headers: all, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject).end(body && JSON.stringify(body));
  });
}

const signIn = async () => {
  const { headers } = await call('POST', '/login', { username: 'ada', password });
  const [set = ''] = headers['set-cookie'] ?? [];
  return { set, cookie: set.split(';')[0] ?? '' };
};

describe('session over TLS', () => {
  it('has a Secure cookie of this host only that authenticates its browser', async () => {
    const { set, cookie } = await signIn();
    expect(set).toMatch(/^__Host-cw_session=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/);
    expect((await call('GET', '/me', undefined, { cookie })).status).toBe(200);
  });

  it('keeps the cookie of plain HTTP unchanged, which TLS does not accept', async () => {
    const { cookie: set } = await bench.call('POST', '/login', { username: 'ada', password }, { origin: bench.url });
    expect(set).toMatch(/^cw_session=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
    const cookie = set.split(';')[0] ?? '';
    expect((await bench.call('GET', '/me', undefined, bench.as(set))).status).toBe(200);
    expect((await call('GET', '/me', undefined, { cookie })).status).toBe(401);
  });

  it('opens a socket over WSS', async () => {
    const { cookie } = await signIn();
    const url = `${bench.httpsUrl.replace('https', 'wss')}/api/v1/routine-runner/simulated`;
    const socket = new WebSocket(url, { ca, headers: { cookie, origin: bench.httpsUrl } });
    const first = new Promise((resolve, reject) => {
      socket.once('message', (data) => resolve(JSON.parse(String(data)).kind)).once('error', reject);
    });
    expect(await first).toBe('authenticated');
    socket.close();
  });

  it('ends at the sign-out, which clears the cookies of both protocols', async () => {
    const { cookie } = await signIn();
    const { headers } = await call('POST', '/logout', undefined, { cookie });
    expect(headers['set-cookie']).toEqual([
      'cw_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
      '__Host-cw_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0; Secure',
    ]);
    expect((await call('GET', '/me', undefined, { cookie })).status).toBe(401);
  });
});

describe('Strict-Transport-Security', () => {
  const path = '/network-settings/1';
  const read = async () => (await call('GET', '/me')).headers['strict-transport-security'];
  const openPanel = async (cookie: string) => {
    await call('POST', '/me/pin', { password, pin: '271828' }, { cookie });
    const { text } = await call('POST', '/control-panel-token', { pin: '271828' }, { cookie });
    return bearer(JSON.parse(text).accessToken);
  };

  it('the header appears once a user with an open control panel has turned it on', async () => {
    expect(await read()).toBeUndefined();
    const { cookie } = await signIn();
    const refused = await call('PATCH', path, { strictTransportSecurity: true }, { cookie });
    expect(refused.status).toBe(403);
    expect(await read()).toBeUndefined();
  });

  it('the header appears over TLS only, ends when it is turned off, and the change is in the audit log', async () => {
    const { cookie } = await signIn();
    const panel = await openPanel(cookie);
    expect((await call('PATCH', path, { strictTransportSecurity: true }, panel)).status).toBe(200);
    expect(await read()).toBe('max-age=31536000');
    expect((await fetch(`${bench.url}/trust`)).headers.get('strict-transport-security')).toBeNull();
    expect((await call('PATCH', path, { strictTransportSecurity: false }, panel)).status).toBe(200);
    expect(await read()).toBe('max-age=0');
    const listed = async () =>
      (await bench.call('GET', '/audit?action=networkSettings.patch', undefined, bench.admin)).body.items;
    await expect
      .poll(listed)
      .toContainEqual(
        expect.objectContaining({ subject: expect.objectContaining({ name: 'ada' }), outcome: 'accepted' }),
      );
  });
});
