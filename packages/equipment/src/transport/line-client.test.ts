import { Socket } from 'node:net';
import { closedPort, VirtualClock } from '@cellwright/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settleOn } from '../testing/device-bench.fixture.ts';
import { createPeer, type Peer } from '../testing/peer.fixture.ts';
import { createLineTcp } from './line-client.ts';
import { LineSplitter } from './line-splitter.ts';
import type { LineTransport } from './lines.ts';

const connectTimeoutMS = 2000;
const timeoutMS = 5000;
const anything = () => true;
const mebibyte = 1024 * 1024;

describe('Lines over TCP', () => {
  let clock: VirtualClock;
  let transport: LineTransport | undefined;
  let peer: Peer;

  beforeEach(() => {
    clock = new VirtualClock();
    peer = createPeer();
  });
  afterEach(async () => {
    await transport?.close();
    await peer.close();
    transport = undefined;
  });

  /** Opens a transport to a peer with arbitrary behaviour for every connection. */
  const against = async (onConnection: (socket: Socket) => void) => open(await peer.listen(onConnection));

  function open(port: number, host = '127.0.0.1'): LineTransport {
    transport = createLineTcp(clock)({ host, port, connectTimeoutMS, timeoutMS });
    return transport;
  }

  const settle = <T>(promise: Promise<T>) => settleOn(clock, promise);
  const untilTrue = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) await clock.sleep(5);
  };
  const onLine = (socket: Socket, answer: (line: string) => void) => {
    const splitter = new LineSplitter(1024);
    socket.on('data', (data) => {
      for (const line of splitter.push(data.toString('latin1')) ?? []) answer(line);
    });
  };

  it('send a line and return the answer', async () => {
    const device = await against((socket) => onLine(socket, (line) => socket.write(`echo ${line}\r\n`)));
    expect(await settle(device.ask('?Q100', anything))).toEqual({ ok: true, value: 'echo ?Q100' });
  });

  it('keep questions in order, each with its own answer', async () => {
    const device = await against((socket) => onLine(socket, (line) => socket.write(`${line}\n`)));
    const answers = await settle(
      Promise.all(Array.from({ length: 50 }, (_, index) => device.ask(`Q${index}`, anything))),
    );
    expect(answers.map((answer) => (answer.ok ? answer.value : answer.failure.kind))).toEqual(
      Array.from({ length: 50 }, (_, index) => `Q${index}`),
    );
  });

  it('assemble an answer from pieces', async () => {
    const device = await against((socket) =>
      socket.once('data', () => {
        socket.write('MAC');
        clock.schedule(100, () => socket.write('RO, 3'));
        clock.schedule(200, () => socket.write('.5\r'));
      }),
    );
    expect(await settle(device.ask('?Q600 1', anything))).toEqual({ ok: true, value: 'MACRO, 3.5' });
  });

  it('ignore lines for other clients', async () => {
    const device = await against((socket) => socket.once('data', () => socket.write('PARTS, 3\r\n\r\nMACRO, 7\r\n')));
    expect(await settle(device.ask('?Q600 1', (line) => line.startsWith('MACRO')))).toEqual({
      ok: true,
      value: 'MACRO, 7',
    });
  });

  it('ignore lines from before the question', async () => {
    let spoken: Socket | undefined;
    const device = await against((socket) => {
      spoken = socket;
      onLine(socket, (line) => socket.write(`${line}\r\n`));
    });
    await settle(device.ask('first', anything));
    spoken?.write('spoken by itself\r\n');
    await settle(clock.sleep(100));
    expect(await settle(device.ask('second', anything))).toEqual({ ok: true, value: 'second' });
  });

  describe('A hostile line peer', () => {
    it.each([
      ['answers nothing', () => undefined],
      ['never ends its line', (socket: Socket) => void socket.once('data', () => socket.write('MACRO, 1'))],
      ['answers something else', (socket: Socket) => void socket.once('data', () => socket.write('no\r\n'))],
      [
        'drips one character a second',
        (socket: Socket) => {
          const drip = () => {
            socket.write('.');
            clock.schedule(1000, drip);
          };
          socket.once('data', drip);
        },
      ],
    ])('times out exactly after the limit if it %s', async (_, behave) => {
      const device = await against(behave);
      const result = await settle(device.ask('?Q600 1', (line) => line.startsWith('MACRO')));
      expect(result).toMatchObject({ ok: false, failure: { kind: 'timeout', wasSent: true } });
      expect(clock.now()).toBeGreaterThanOrEqual(timeoutMS);
      expect(clock.now()).toBeLessThanOrEqual(timeoutMS + 20);
    });

    it('loses its connection if it sends a line without an end', async () => {
      const device = await against((socket) => socket.once('data', () => socket.write('x'.repeat(2000))));
      expect(await settle(device.ask('?Q100', anything))).toMatchObject({ failure: { kind: 'invalidAnswer' } });
      expect(clock.now()).toBeLessThan(timeoutMS);
    });

    it.each([
      ['asked', true],
      ['not asked', false],
    ])('loses its connection if it floods with short lines when %s', async (_, isAsked) => {
      let accepted = 0;
      let closed = false;
      const device = await against((socket) => {
        socket.on('close', () => {
          closed = true;
        });
        const chunk = 'no\r\n'.repeat(4096);
        const flood = () => {
          while (!socket.destroyed && socket.write(chunk)) accepted += chunk.length;
        };
        socket.on('drain', flood);
        socket.once('data', () => {
          if (!isAsked) socket.write('yes\r\n');
          clock.schedule(100, flood);
        });
      });
      const before = process.memoryUsage().arrayBuffers;
      const result = await settle(device.ask('?Q100', (line) => line === 'yes'));
      expect(result).toMatchObject(isAsked ? { failure: { kind: 'invalidAnswer' } } : { ok: true });
      await settle(untilTrue(() => closed));
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * mebibyte);
      // Only the contents of the kernel's buffers.
      expect(accepted).toBeLessThan(16 * mebibyte);
    });

    it('leaves the outcome unknown and receives nothing twice if it hangs up', async () => {
      const questions: string[] = [];
      const device = await against((socket) =>
        onLine(socket, (line) => {
          questions.push(line);
          socket.destroy();
        }),
      );
      expect(await settle(device.ask('?E600 1', anything))).toMatchObject({
        failure: { kind: 'connectionLost', wasSent: true },
      });
      await clock.advance(60_000);
      expect(questions).toEqual(['?E600 1']);
    });

    it('cannot answer a later question with a late answer', async () => {
      let connections = 0;
      const device = await against((socket) => {
        connections += 1;
        const delayMS = connections === 1 ? timeoutMS + 500 : 0;
        onLine(socket, (line) => void clock.schedule(delayMS, () => socket.write(`${line}\r\n`)));
      });
      expect(await settle(device.ask('first', anything))).toMatchObject({ failure: { kind: 'timeout' } });
      expect(await settle(device.ask('second', anything))).toEqual({ ok: true, value: 'second' });
      expect(connections).toBe(2);
    });
  });

  it('never receives anything without a connection', async () => {
    const device = open(closedPort);
    expect(await settle(device.ask('?Q100', anything))).toMatchObject({
      ok: false,
      failure: { kind: 'unreachable', wasSent: false },
    });
  });

  it.each(['?Q600 1\r\n?E600 9', '?Q600 1\n?E600 9', '?Q600 1\r', '?Q600 1\0'])(
    'never receives any part of the question %j (A12)',
    async (question) => {
      const heard: string[] = [];
      const device = await against((socket) =>
        onLine(socket, (line) => {
          heard.push(line);
          socket.write('MACRO, 1\r\n');
        }),
      );
      expect(await settle(device.ask(question, anything))).toMatchObject({
        failure: { kind: 'invalidQuestion', wasSent: false },
      });
      expect(await settle(device.ask('?Q600 2', anything))).toMatchObject({ ok: true });
      expect(heard).toEqual(['?Q600 2']);
    },
  );

  it('gets no connection on a host that the cell may not reach', async () => {
    const refused = createLineTcp(clock, ({ host }) => {
      const socket = new Socket();
      queueMicrotask(() => socket.destroy(new Error(`${host} may not be reached`)));
      return socket;
    });
    transport = refused({ host: '169.254.169.254', port: 80, connectTimeoutMS, timeoutMS });
    expect(await settle(transport.ask('?Q100', anything))).toMatchObject({
      failure: { kind: 'unreachable', wasSent: false, message: expect.stringContaining('may not be reached') },
    });
  });

  it('never receives a question that was cancelled while it waited for its turn', async () => {
    const questions: string[] = [];
    const device = await against((socket) => onLine(socket, (line) => questions.push(line)));
    const cancelled = new AbortController();
    const first = device.ask('first', anything);
    const second = device.ask('second', anything, { signal: cancelled.signal });
    cancelled.abort();
    await settle(first);
    expect(await settle(second)).toMatchObject({ failure: { kind: 'aborted', wasSent: false } });
    expect(questions).toEqual(['first']);
  });

  it('does not delay closing while connecting or waiting', async () => {
    const device = await against(() => undefined);
    const asking = device.ask('?Q100', anything);
    await settle(device.close());
    expect(await asking).toMatchObject({ ok: false });
    expect(clock.now()).toBeLessThan(connectTimeoutMS);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('Splitting input into lines', () => {
  it('gives the same lines for any pieces', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', ',', ' '), minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\r', '\n', '\r\n'), fc.array(fc.nat(7)), (lines, end, sizes) => {
        const text = lines.map((each) => each + end).join('');
        const splitter = new LineSplitter(20);
        const found: string[] = [];
        let at = 0;
        for (const size of [...sizes, text.length]) {
          found.push(...(splitter.push(text.slice(at, at + size)) ?? ['too long']));
          at += size;
        }
        expect(found).toEqual(lines);
      }),
    );
  });

  it('accepts a line of the maximum length and no longer one', () => {
    expect(new LineSplitter(5).push('12345\n')).toEqual(['12345']);
    expect(new LineSplitter(5).push('123456')).toBeUndefined();
    expect(new LineSplitter(5).push('123456\n')).toBeUndefined();
  });
});
