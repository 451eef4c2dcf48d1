import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Clock, HttpRequest } from '@cellwright/domain/basics';
import { systemClock } from '@cellwright/service-kit';
import { createEgress } from '@cellwright/service-kit/egress';
import { VirtualClock } from '@cellwright/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpClient } from './http-client.ts';
import { httpMessages } from './messages.ts';

const never = new AbortController().signal;
const servers: Server[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  return `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}
const serve = (answer: (request: IncomingMessage, response: ServerResponse) => void) =>
  listen(createHttpServer(answer));
/** Starts a server that runs `talk` after the first data. */
const peer = (talk: (socket: Socket) => void) =>
  listen(createServer((socket) => void socket.once('data', () => talk(socket))));

function clientWith(allowLoopback = true, clock: Clock = systemClock) {
  const egress = createEgress({ clock: systemClock, allowLoopback, ownServices: [] });
  return createHttpClient(clock, egress.openSocket);
}
function send(host: string, changes: Partial<HttpRequest> = {}, signal = never) {
  const url = `http://${host}/next?line=2`;
  const request: HttpRequest = { method: 'GET', url, headers: [], timeoutMS: 20_000, ...changes };
  return clientWith()(request, signal);
}
const failure = (reason: string, message: string, mayRetry = false) => ({
  ok: false,
  failure: { kind: 'NetworkRequestFailure', reason, message, mayRetry },
});

describe('a request over HTTP', () => {
  it('arrives unchanged, and its whole answer is returned', async () => {
    const host = await serve((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => {
        body += part.toString('utf8');
      });
      request.on('end', () => {
        const { method, url, headers } = request;
        response.statusCode = 201;
        response.end(JSON.stringify({ method, url, body, header: headers['x-line'], host: headers.host }));
      });
    });
    const result = await send(host, { method: 'PUT', headers: [{ name: 'X-Line', value: '2' }], body: 'Grüße' });
    expect(result).toMatchObject({ ok: true, value: { status: 201 } });
    expect(JSON.parse(result.ok ? result.value.body : '')).toEqual({
      ...{ method: 'PUT', url: '/next?line=2', body: 'Grüße', header: '2', host },
    });
  });

  it('follows no redirect, and reports its target', async () => {
    let asked = 0;
    const host = await serve((_, response) => {
      asked += 1;
      response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
    });
    expect(await send(host)).toEqual({
      ok: true,
      value: { status: 302, body: '', location: 'http://169.254.169.254/latest' },
    });
    expect(asked).toBe(1);
  });

  it('ends with a stop', async () => {
    const host = await serve(() => undefined);
    const abort = new AbortController();
    const result = send(host, {}, abort.signal);
    await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    expect(await result).toEqual({ ok: false, stopped: true });
    expect(await send(host, {}, AbortSignal.abort())).toEqual({ ok: false, stopped: true });
  });

  it('fails by the egress rules of the cell, and is never sent', async () => {
    let asked = 0;
    const host = await serve(() => {
      asked += 1;
    });
    const request = { method: 'GET' as const, headers: [], timeoutMS: 2000 };
    const [, port] = host.split(':');
    for (const name of [host, `localhost:${port}`]) {
      const result = await clientWith(false)({ ...request, url: `http://${name}/` }, never);
      expect(result).toMatchObject({ ok: false, failure: { reason: 'unreachable', mayRetry: true } });
      expect(JSON.stringify(result)).toContain('is the control box itself');
    }
    for (const odd of ['2130706433', '0x7f.1', '127.1', '１２７.0.0.1']) {
      const url = `http://${odd}:${port}/`;
      expect(await send(host, { url })).toEqual(failure('outOfRange', httpMessages.oddSpelling(odd)));
    }
    expect(await send(host, { url: 'file:///etc/passwd' })).toMatchObject({ failure: { reason: 'outOfRange' } });
    expect(await send(host, { url: `http://[::ffff:127.0.0.1]:${port}/` })).toMatchObject({
      failure: { message: expect.stringContaining('embedded IPv4 address') },
    });
    expect(asked).toBe(0);
  });

  it('reports a missing server, also when the server does not speak TLS', async () => {
    const host = await serve((_, response) => void response.end());
    const [server] = servers;
    expect(await send(host, { url: `https://${host}/` })).toMatchObject({
      failure: {
        reason: 'unreachable',
        mayRetry: true,
        message: expect.stringContaining(`No connection to ${host}: `),
      },
    });
    await new Promise((resolve) => server?.close(resolve));
    expect(await send(host)).toMatchObject({
      failure: { reason: 'unreachable', message: expect.stringContaining('ECONNREFUSED') },
    });
  });
});

describe('a hostile server', () => {
  const head = 'HTTP/1.1 200 OK\r\n';
  const limitMS = 300;
  /** Returns the outcome of a request, on a clock that runs only during it. */
  const timed = async (talk: (socket: Socket) => void) => {
    const clock = new VirtualClock();
    let ended: Awaited<ReturnType<typeof send>> | undefined;
    let host = '';
    await new Promise<void>((asked, notAsked) => {
      const asking = peer((socket) => {
        talk(socket);
        asked();
      }).then(async (address) => {
        host = address;
        const request: HttpRequest = { method: 'GET', url: `http://${host}/`, headers: [], timeoutMS: limitMS };
        ended = await clientWith(true, clock)(request, never);
      });
      asking.catch(notAsked);
    });
    while (ended === undefined) {
      await clock.advance(1);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { host, result: ended, tookMS: clock.now() };
  };
  /** Writes a part every few milliseconds until the connection closes. */
  const drip = (socket: Socket, begin: string, part: string) => {
    socket.write(begin);
    const timer = setInterval(() => void socket.write(part), 20);
    socket.on('close', () => clearInterval(timer));
  };

  it.each([
    ['says nothing', () => undefined],
    ['drips its headers', (socket: Socket) => drip(socket, head, 'X-A: b\r\n')],
    ['drips its body', (socket: Socket) => drip(socket, `${head}Content-Length: 9999\r\n\r\n`, 'x')],
    [
      'announces more than it sends, and stays',
      (socket: Socket) => void socket.write(`${head}Content-Length: 10\r\n\r\nabc`),
    ],
  ])('reaches the time limit, ±10 %%, if it %s (R38)', async (_, talk) => {
    const { host, result, tookMS } = await timed(talk);
    expect(result).toEqual(failure('timeout', httpMessages.noAnswerInTime(host, limitMS)));
    expect(tookMS).toBeGreaterThanOrEqual(limitMS * 0.9);
    expect(tookMS).toBeLessThanOrEqual(limitMS * 1.1);
  });

  it.each([
    ['hangs up', (socket: Socket) => socket.destroy()],
    ['ends before its announced length', (socket: Socket) => socket.end(`${head}Content-Length: 10\r\n\r\nabc`)],
    ['speaks no HTTP', (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
    ['sends two lengths', (socket: Socket) => socket.end(`${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`)],
    ['sends headers without an end', (socket: Socket) => drip(socket, head, `X-A: ${'b'.repeat(8000)}\r\n`)],
    ['has a status that is none', (socket: Socket) => socket.end('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n')],
  ])('leaves the outcome unknown if it %s', async (_, talk) => {
    const host = await peer(talk);
    const result = await send(host);
    expect(result).toMatchObject({ failure: { reason: 'outcomeUnknown', mayRetry: false } });
    expect(JSON.stringify(result)).toContain('Check before sending it again');
  });

  it('loses its connection if it sends without end, and fills no memory', async () => {
    let sentBytes = 0;
    const host = await peer((socket) => {
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
      const block = `10000\r\n${'x'.repeat(65_536)}\r\n`;
      const pour = () => {
        while (socket.writable && socket.write(block)) sentBytes += block.length;
      };
      socket.on('drain', pour);
      pour();
    });
    expect(await send(host)).toEqual(failure('deviceFault', httpMessages.answerTooLong(host, 100_000)));
    expect(sentBytes).toBeLessThan(10 * 1024 * 1024);
  });

  it('causes an error above the length of a variable, but not at the limit', async () => {
    let length = 100_000;
    const host = await serve((_, response) => void response.end('y'.repeat(length)));
    expect(await send(host)).toMatchObject({ ok: true });
    length += 1;
    expect(await send(host)).toEqual(failure('deviceFault', httpMessages.answerTooLong(host, 100_000)));
  });

  it.each([
    ['no UTF-8', Buffer.from([0xff, 0xfe])],
    ['a U+0000', Buffer.from('a\0b')],
  ])('causes an error if it sends %s', async (_, bytes) => {
    const host = await serve((_request, response) => void response.end(bytes));
    expect(await send(host)).toEqual(failure('deviceFault', httpMessages.unreadableText(host)));
  });

  it('reaches the time limit if it never accepts a connection', async () => {
    const egress = createEgress({
      clock: systemClock,
      allowLoopback: true,
      ownServices: [],
      resolve: () => new Promise(() => undefined),
    });
    const client = createHttpClient(systemClock, egress.openSocket);
    const url = 'http://slow.example/';
    expect(await client({ method: 'GET', url, headers: [], timeoutMS: 100 }, never)).toEqual(
      failure('unreachable', httpMessages.noConnectionInTime('slow.example', 100), true),
    );
  });
});
