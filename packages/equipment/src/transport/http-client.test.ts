import { connect, type Socket } from 'node:net';
import { VirtualClock } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settleOn } from '../testing/device-bench.fixture.ts';
import { createPeer, type Peer } from '../testing/peer.fixture.ts';
import type { HttpQuestion, HttpTransport } from './http.ts';
import { createHttp } from './http-client.ts';

const connectTimeoutMS = 2000;
const timeoutMS = 10_000;
const mebibyte = 1024 * 1024;
const read: HttpQuestion = { method: 'GET', path: '/adi/data.json?offset=64&count=1' };

let clock: VirtualClock;
let transport: HttpTransport | undefined;
let peer: Peer;
let opened: number;

beforeEach(() => {
  clock = new VirtualClock();
  peer = createPeer();
  opened = 0;
});
afterEach(async () => {
  await transport?.close();
  await peer.close();
  transport = undefined;
});

async function against(onConnection: (socket: Socket) => void): Promise<HttpTransport> {
  const port = await peer.listen(onConnection);
  const openSocket = (target: { readonly host: string; readonly port: number }) => {
    opened += 1;
    return connect(target);
  };
  transport = createHttp(clock, openSocket)({ host: '127.0.0.1', port, connectTimeoutMS, timeoutMS });
  return transport;
}

const settle = <T>(promise: Promise<T>) => settleOn(clock, promise);
/** Handles each complete request. */
const onRequest = (socket: Socket, act: (head: string) => void) =>
  socket.on('data', (data) => {
    for (const head of data.toString().split('\r\n\r\n').slice(0, -1)) act(head);
  });
const reply = (body: string, status = '200 OK') =>
  `HTTP/1.1 ${status}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

describe('A device over HTTP', () => {
  it('receives requests in order over one connection and matches the responses to them', async () => {
    const device = await against((socket) =>
      onRequest(socket, (head) => socket.write(reply(head.split(' ')[1] ?? ''))),
    );
    const answers = await settle(
      Promise.all(Array.from({ length: 20 }, (_, index) => device.ask({ method: 'GET', path: `/${index}` }))),
    );
    expect(answers.map((answer) => (answer.ok ? answer.value.body : answer.failure.kind))).toEqual(
      Array.from({ length: 20 }, (_, index) => `/${index}`),
    );
    expect(opened).toBe(1);
  });

  it('receives an urgent request past an unanswered one', async () => {
    const device = await against((socket) =>
      onRequest(socket, (head) => {
        if (head.includes('/stop')) socket.write(reply('{}'));
      }),
    );
    const slow = device.ask(read);
    const stop = await settle(device.ask({ method: 'POST', path: '/stop', body: '' }, { urgent: true }));
    expect(stop).toMatchObject({ ok: true });
    expect(clock.now()).toBeLessThan(1000);
    expect(await settle(slow)).toMatchObject({ failure: { kind: 'timeout' } });
  });

  it('does not receive a request that was cancelled before', async () => {
    const heads: string[] = [];
    const device = await against((socket) => onRequest(socket, (head) => heads.push(head)));
    const result = await settle(device.ask(read, { signal: AbortSignal.abort() }));
    expect([result, heads]).toEqual([expect.objectContaining({ ok: false }), []]);
  });

  it('cannot redirect a request', async () => {
    const device = await against((socket) =>
      onRequest(socket, () =>
        socket.write('HTTP/1.1 302 Found\r\nlocation: http://10.0.0.1/\r\ncontent-length: 0\r\n\r\n'),
      ),
    );
    expect(await settle(device.ask(read))).toEqual({ ok: true, value: { status: 302, body: '' } });
    expect(opened).toBe(1);
  });
});

describe('A hostile HTTP peer', () => {
  const drip = (text: string) => (socket: Socket) => {
    socket.once('data', () => {
      socket.write(text);
      const more = () => {
        socket.write('x');
        clock.schedule(1000, more);
      };
      more();
    });
  };

  it.each([
    ['answers nothing', () => undefined],
    ['does not end its headers', drip('HTTP/1.1 200 OK\r\nname: ')],
    ['does not end its body', drip('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')],
    [
      'only ever promises an answer',
      (socket: Socket) => void socket.once('data', () => socket.write('HTTP/1.1 102 Processing\r\n\r\n')),
    ],
  ])('times out if it %s', async (_, behave) => {
    const device = await against(behave);
    expect(await settle(device.ask(read))).toMatchObject({ failure: { kind: 'timeout', wasSent: true } });
    expect(clock.now()).toBeGreaterThanOrEqual(timeoutMS * 0.9);
    expect(clock.now()).toBeLessThanOrEqual(timeoutMS * 1.1);
  });

  it.each([
    ['body', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['headers', 'HTTP/1.1 200 OK\r\nname: '],
  ])('loses its connection and uses no memory if it sends a %s without an end', async (_, begin) => {
    let sent = 0;
    const device = await against((socket) =>
      socket.once('data', () => {
        socket.write(begin);
        const chunk = Buffer.alloc(64 * 1024, 'x');
        const flood = () => {
          while (!socket.destroyed && socket.write(chunk)) sent += chunk.length;
        };
        socket.on('drain', flood);
        flood();
      }),
    );
    const before = process.memoryUsage().arrayBuffers;
    expect(await settle(device.ask(read))).toMatchObject({ failure: { kind: 'invalidAnswer', wasSent: true } });
    expect(clock.now()).toBeLessThan(timeoutMS);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * mebibyte);
    expect(sent).toBeLessThan(16 * mebibyte);
  });

  it.each([
    ['speaks something else', '220 Hello\r\n'],
    ['sends invalid text', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n\u00ff'],
  ])('gives a failure with an explanation if it %s', async (_, text) => {
    const device = await against((socket) => void socket.once('data', () => socket.write(text, 'latin1')));
    expect(await settle(device.ask(read))).toMatchObject({ failure: { kind: 'invalidAnswer' } });
  });

  it('leaves the outcome unknown and receives nothing twice if it hangs up', async () => {
    let heads = 0;
    const device = await against((socket) =>
      onRequest(socket, () => {
        heads += 1;
        socket.destroy();
      }),
    );
    expect(await settle(device.ask(read))).toMatchObject({ failure: { kind: 'connectionLost', wasSent: true } });
    await settle(clock.sleep(30_000));
    expect(heads).toBe(1);
  });
});
