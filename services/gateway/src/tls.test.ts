import { X509Certificate } from 'node:crypto';
import { connect as connectPlain } from 'node:net';
import { connect, type SecureVersion } from 'node:tls';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { fetchSecurely, makeCertificate } from './testing/certificate.fixture.ts';
import { type GatewayBench, goodToken, startGatewayBench } from './testing/gateway-bench.fixture.ts';

const certificate = makeCertificate();
const { ca } = certificate;
let bench: GatewayBench;
beforeAll(async () => {
  bench = await startGatewayBench({ tls: certificate.tls });
});
afterAll(async () => {
  await bench.stop();
  certificate.remove();
});

const ask = (path: string, init: Omit<Parameters<typeof fetchSecurely>[1], 'ca'> = {}) =>
  fetchSecurely(`${bench.httpsUrl}${path}`, { ca, ...init });
const authorization = `Bearer ${goodToken}`;
const portOf = (url: string) => Number(new URL(url).port);

/** Returns the version that both sides negotiate. */
function negotiate(maxVersion: SecureVersion): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const options = { port: portOf(bench.httpsUrl), ca, maxVersion, minVersion: 'TLSv1' as const };
    const socket = connect({ ...options, host: 'localhost', ciphers: 'DEFAULT@SECLEVEL=0' }, () => {
      resolve(socket.getProtocol());
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

describe('The gateway over TLS', () => {
  it('handles requests as over plain HTTP, on a separate port', async () => {
    expect(portOf(bench.httpsUrl)).toBeGreaterThan(0);
    expect(portOf(bench.httpsUrl)).not.toBe(portOf(bench.url));
    const path = '/api/v1/cell/robots/live/snapshot';
    const plain = await fetch(bench.url + path, { headers: { authorization } });
    const secure = await ask(path, { headers: { authorization } });
    expect([secure.status, secure.text]).toEqual([plain.status, await plain.text()]);
    expect((await ask('/api/v1/cell/me')).status).toBe(401);
  });

  it('accepts a stop', async () => {
    const path = '/api/v1/cell/robots/live/stop';
    expect(await ask(path, { method: 'POST', headers: { authorization } })).toMatchObject({ status: 200 });
  });

  it('negotiates TLS 1.2 and 1.3 and refuses 1.1', async () => {
    expect(await negotiate('TLSv1.3')).toBe('TLSv1.3');
    expect(await negotiate('TLSv1.2')).toBe('TLSv1.2');
    await expect(negotiate('TLSv1.1')).rejects.toThrow();
  });

  it('closes a connection that speaks plain HTTP to it', async () => {
    const socket = connectPlain({ port: portOf(bench.httpsUrl), host: '127.0.0.1' });
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await new Promise<void>((resolve) =>
      socket
        .resume()
        .on('error', () => undefined)
        .once('close', () => resolve()),
    );
    expect((await ask('/health/live')).status).toBe(200);
  });

  it('serves the runner socket as WSS', async () => {
    const url = `${bench.httpsUrl.replace('https', 'wss')}/api/v1/routine-runner/simulated`;
    const socket = new WebSocket(url, { ca });
    const first = new Promise((resolve, reject) => {
      socket.once('message', (data) => resolve(JSON.parse(String(data)))).once('error', reject);
    });
    socket.on('open', () => socket.send(JSON.stringify({ kind: 'authenticate', token: goodToken })));
    expect(await first).toMatchObject({ kind: 'authenticated' });
    socket.close();
  });

  it.each(['polling', 'websocket'])('serves the real-time data service by %s', async (transport) => {
    const options = { path: '/api/socket.io', transports: [transport], auth: { token: goodToken }, ca, forceNew: true };
    const client = io(bench.httpsUrl, options);
    await new Promise<void>((resolve, reject) => client.once('connect', resolve).once('connect_error', reject));
    client.close();
  });

  it('counts its connections and ends them when it stops', async () => {
    const own = await startGatewayBench({ tls: certificate.tls });
    const socket = connect({ port: portOf(own.httpsUrl), host: 'localhost', ca });
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    await fetchSecurely(`${own.httpsUrl}/health/live`, { ca });
    expect(own.connections()).toBeGreaterThanOrEqual(1);
    const closed = new Promise((resolve) => socket.once('close', resolve).resume());
    await own.stop();
    await closed;
    expect(own.connections()).toBe(0);
  });
});

describe('A wrong certificate setting', () => {
  it.each([
    [{ TLS_CERT_FILE: certificate.tls.TLS_CERT_FILE }, 'TLS_KEY_FILE: is not set'],
    [{ TLS_KEY_FILE: certificate.tls.TLS_KEY_FILE }, 'TLS_CERT_FILE: is not set'],
    [{ ...certificate.tls, TLS_CERT_FILE: '/no/such.crt' }, 'TLS_CERT_FILE: /no/such.crt is not a readable PEM file'],
    [{ ...certificate.tls, TLS_KEY_FILE: certificate.tls.TLS_CERT_FILE }, 'TLS_KEY_FILE: '],
  ])('prevents the gateway from starting: %j', async (tls, problem) => {
    await expect(startGatewayBench({ tls })).rejects.toThrow(problem);
  });
});

describe('GET /trust', () => {
  const openPage = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`${bench.url}/trust`, { headers });
    return { response, text: await response.text() };
  };

  it('shows the fingerprint and how to install the authority, before sign-in and over plain HTTP', async () => {
    const { response, text } = await openPage();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain(new X509Certificate(ca).fingerprint256);
    expect(text).toContain('Test &lt;authority&gt;');
    for (const system of ['iPad', 'Android', 'Windows', 'macOS', 'Linux']) expect(text).toContain(`<summary>${system}`);
    expect(text).toContain(`https://localhost:${portOf(bench.httpsUrl)}/`);
  });

  it('uses German on request, by the browser or by the address', async () => {
    expect((await openPage({ 'accept-language': 'de-CH,en;q=0.5' })).text).toContain('<html lang="de">');
    expect(await (await fetch(`${bench.url}/trust?lang=de`)).text()).toContain('Dieser Zelle vertrauen');
    expect((await openPage({ 'accept-language': 'fr,en' })).text).toContain('<html lang="en">');
  });

  it('explains how to serve HTTPS in the network while only this machine can reach the cell', async () => {
    expect((await openPage()).text).toContain('HTTPS_HOST=0.0.0.0');
  });

  it('offers the authority as a certificate and as an Apple profile', async () => {
    const file = await fetch(`${bench.url}/trust/ca.crt`);
    expect(file.headers.get('content-type')).toBe('application/x-x509-ca-cert');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="cellwright-ca.crt"');
    expect(await file.text()).toBe(ca);
    const profile = await fetch(`${bench.url}/trust/ca.mobileconfig`);
    expect(profile.headers.get('content-type')).toBe('application/x-apple-aspen-config');
    const [, data = ''] = /<data>([^<]*)<\/data>/.exec(await profile.text()) ?? [];
    expect(new X509Certificate(Buffer.from(data, 'base64')).fingerprint256).toBe(
      new X509Certificate(ca).fingerprint256,
    );
  });

  it('offers nothing for a certificate of the operator', async () => {
    const { TLS_CERT_FILE, TLS_KEY_FILE } = certificate.tls;
    const own = await startGatewayBench({ tls: { TLS_CERT_FILE, TLS_KEY_FILE } });
    expect(await (await fetch(`${own.url}/trust`)).text()).toContain('a certificate that its operator installed');
    expect((await fetch(`${own.url}/trust/ca.crt`)).status).toBe(404);
    await own.stop();
  });
});
