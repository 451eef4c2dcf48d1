import { connect, type Socket } from 'node:net';
import { VirtualClock } from '@cellwright/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LoopbackServer } from './loopback-server.ts';
import { createModbusTcpServer } from './modbus-tcp-server.ts';

describe('A simulator behind Modbus TCP', () => {
  let server: LoopbackServer;
  let port: number;

  beforeEach(async () => {
    const bank = { read: (_: number, count: number) => Array<number>(count).fill(7), write: () => undefined };
    const behaviour = { answerMode: () => ({ kind: 'answer' as const, delayMS: 0 }) };
    server = createModbusTcpServer(65, bank, behaviour, new VirtualClock());
    port = await server.listen(0);
  });
  afterEach(() => server.close());

  const readOne = [0, 1, 0, 0, 0, 6, 65, 3, 0, 0, 0, 1];
  const answerToReadOne = [0, 1, 0, 0, 0, 5, 65, 3, 2, 0, 7];

  it('answers whole frames, however they are split', async () => {
    const socket = await openSocket(port);
    for (const byte of [...readOne, ...readOne]) socket.write(Buffer.from([byte]));
    expect([...(await readBytes(socket, 22))]).toEqual([...answerToReadOne, ...answerToReadOne]);
    socket.destroy();
  });

  it('leaves requests for other units unanswered', async () => {
    const socket = await openSocket(port);
    socket.write(Buffer.from(readOne.with(6, 66)));
    socket.write(Buffer.from(readOne));
    expect([...(await readBytes(socket, 11))]).toEqual(answerToReadOne);
    socket.destroy();
  });

  it.each([
    ['a length of zero', readOne.with(5, 0)],
    ['a length beyond the protocol', readOne.with(4, 9)],
    ['another protocol', readOne.with(3, 1)],
  ])('hangs up on %s', async (_, bytes) => {
    const socket = await openSocket(port);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(Buffer.from(bytes));
    await closed;
  });

  it('survives any input', async () => {
    const request = fc
      .tuple(fc.uint8Array({ maxLength: 20 }), fc.boolean())
      .map(([bytes, isFramed]) => (isFramed ? [0, 1, 0, 0, 0, bytes.length + 1, 65, ...bytes] : [...bytes]));
    await fc.assert(
      fc.asyncProperty(request, async (bytes) => {
        const hostile = await openSocket(port);
        hostile.on('error', () => undefined);
        await new Promise((resolve) => hostile.end(Buffer.from(bytes), () => resolve(undefined)));
        const socket = await openSocket(port);
        socket.write(Buffer.from(readOne));
        expect([...(await readBytes(socket, 11))]).toEqual(answerToReadOne);
        socket.destroy();
        hostile.destroy();
      }),
      { numRuns: 200 },
    );
  });
});

function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('connect', () => resolve(socket));
  });
}

function readBytes(socket: Socket, count: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    socket.once('close', () => reject(new Error(`closed after ${received.length} bytes`)));
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      if (received.length >= count) resolve(received);
    });
  });
}
