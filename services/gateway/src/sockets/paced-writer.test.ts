import { createServer } from 'node:http';
import { VirtualClock } from '@cellwright/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { PacedWriter } from './paced-writer.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function connect() {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  const accepted = new Promise<WebSocket>((resolve) => server.once('connection', resolve));
  const address = http.address();
  const client = new WebSocket(`ws://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
  client.on('error', () => undefined);
  const socket = await accepted;
  if (client.readyState !== client.OPEN) await new Promise((resolve) => client.once('open', resolve));
  closers.push(() => {
    client.terminate();
    socket.terminate();
    server.close();
    http.close();
  });
  const clock = new VirtualClock();
  return { client, socket, clock, writer: new PacedWriter(socket, clock) };
}

describe('PacedWriter', () => {
  it('does not disconnect a client that receives 12 MB at once', async () => {
    const { client, writer } = await connect();
    const large = 'x'.repeat(100_000);
    let received = 0;
    client.on('message', () => received++);
    for (let index = 0; index < 120; index++) writer.send(large);
    await expect.poll(() => received, { timeout: 20_000 }).toBe(120);
    expect(client.readyState).toBe(client.OPEN);
  });

  it('writes large responses one after the other', async () => {
    const { client, socket, writer } = await connect();
    const large = 'x'.repeat(500_000);
    let received = 0;
    let mostBuffered = 0;
    client.on('message', () => {
      received++;
      mostBuffered = Math.max(mostBuffered, socket.bufferedAmount);
    });
    await Promise.all(Array.from({ length: 50 }, () => writer.answer(large)));
    await expect.poll(() => received, { timeout: 20_000 }).toBe(50);
    expect(mostBuffered).toBeLessThan(2 * large.length);
  });

  it('closes a client that leaves more than 1 MiB unread for 5 s, with a reason', async () => {
    const { client, socket, clock, writer } = await connect();
    client.pause();
    for (let index = 0; index < 40 && socket.bufferedAmount < 4_000_000; index++) writer.send('x'.repeat(500_000));
    expect(socket.readyState).toBe(socket.OPEN);
    await clock.advance(4000);
    writer.send('x');
    expect(socket.readyState).toBe(socket.OPEN);
    await clock.advance(2000);
    writer.send('x');
    expect(socket.readyState).toBe(socket.CLOSING);
    const closed = new Promise((resolve) => client.once('close', (code, reason) => resolve([code, String(reason)])));
    client.resume();
    expect(await closed).toEqual([4408, 'The client reads messages too slowly. Reconnect and read faster']);
  });
});
