import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { openRawClient, requestText, statusesIn } from './door/raw-client.fixture.ts';
import { type GatewayBench, goodToken, startGatewayBench } from './testing/gateway-bench.fixture.ts';

let bench: GatewayBench;
beforeAll(async () => {
  bench = await startGatewayBench({ hostNames: ['robots.example'] });
});
afterAll(() => bench.stop());

const authorization = `Bearer ${goodToken}`;

function ask(path: string, host: string, method = 'GET'): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(bench.url + path, { method, agent: false, headers: { host, authorization } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject).end();
  });
}

/** Returns the status with which an upgrade is refused; 101 if it is not. */
function upgrade(path: string, host: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(bench.url.replace('http', 'ws') + path, { headers: { host } });
    socket.once('open', () => resolve(101)).once('error', () => undefined);
    socket.once('unexpected-response', (sent, response) => {
      resolve(response.statusCode ?? 0);
      sent.destroy();
    });
    socket.once('open', () => socket.close());
  });
}

describe('A request with an unknown Host', () => {
  it.each([
    '/',
    '/api/v1/cell/me',
    '/api/v1/cell/routines/r1',
    '/trust',
    '/docs',
    '/api/socket.io/?EIO=4&transport=polling',
  ])('gets 421 at %s, naming the setting', async (path) => {
    const { status, text } = await ask(path, 'evil.example');
    expect(status).toBe(421);
    expect(JSON.parse(text)).toEqual({
      error: 'unknown_host',
      message: expect.stringMatching(/'evil\.example'.*HOST_NAMES/),
    });
  });

  it('gets a code that robot programs support at their addresses', async () => {
    const { status, text } = await ask('/api/v1/status/health/health', 'evil.example');
    expect([status, JSON.parse(text).error]).toEqual([421, 'request_failed_validation']);
  });

  it.each(['/api/v1/routine-runner/simulated', '/api/socket.io/?EIO=4&transport=websocket'])(
    'cannot upgrade to a socket at %s',
    async (path) => {
      expect(await upgrade(path, 'evil.example')).toBe(421);
      expect(await upgrade(path, 'robots.example')).toBe(101);
    },
  );

  it('ends its connection: later requests are not parsed', async () => {
    const client = await openRawClient(bench.url);
    client.send(requestText('GET', '/', { host: 'evil.example' }).repeat(500));
    expect(statusesIn(await client.closed)).toEqual([421]);
  });

  it.each(['/health/live', '/health/dependencies', '/metrics'])(
    'gets an answer at %s despite an unknown host',
    async (path) => {
      expect((await ask(path, '10.42.0.9:3000')).status).toBe(200);
    },
  );

  it.each([
    ['POST', '/api/v1/cell/robots/live/stop'],
    ['POST', '/api/v1/cell/robots/simulated/emergency-stop'],
  ])('still stops: %s %s', async (method, path) => {
    expect((await ask(path, 'evil.example', method)).status).toBe(200);
  });
});

it('A request with a configured host, or one of the machine, is answered', async () => {
  for (const host of ['robots.example:443', 'localhost', '127.0.0.1:9']) {
    expect((await ask('/trust', host)).status).toBe(200);
  }
});
