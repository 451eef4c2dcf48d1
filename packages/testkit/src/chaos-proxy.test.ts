import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ChaosProxy } from './chaos-proxy.ts';

let echo: Server;
let proxy: ChaosProxy;
let atServer: Socket[];
let serverErrors: string[];
beforeEach(async () => {
  atServer = [];
  serverErrors = [];
  echo = createServer((socket) => {
    atServer.push(socket);
    socket.on('error', (error) => void serverErrors.push('code' in error ? String(error.code) : error.message));
    socket.pipe(socket);
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const { port } = echo.address() as AddressInfo;
  proxy = await ChaosProxy.start({ target: port });
});
afterEach(async () => {
  await proxy.stop();
  for (const socket of atServer) socket.destroy();
  echo.close();
});

async function open(): Promise<{ socket: Socket; received: () => string; closed: () => string | undefined }> {
  const socket = connect(proxy.port, '127.0.0.1');
  let text = '';
  let ending: string | undefined;
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.on('end', () => {
    ending ??= 'FIN';
  });
  socket.on('error', (error) => {
    ending = 'code' in error ? String(error.code) : error.message;
  });
  await once(socket, 'connect');
  return { socket, received: () => text, closed: () => ending };
}

describe('ChaosProxy', () => {
  test('forwards everything in order without disturbance', async () => {
    const { socket, received } = await open();
    for (let index = 0; index < 100; index += 1) socket.write(`${index};`);
    const all = Array.from({ length: 100 }, (_, index) => `${index};`).join('');
    await vi.waitFor(() => expect(received()).toBe(all));
  });

  test('delays both directions and never reorders, whatever the jitter', async () => {
    proxy.set({ latencyMs: 20, jitterMs: 20 });
    const { socket, received } = await open();
    const startedAt = performance.now();
    for (let index = 0; index < 30; index += 1) socket.write(`${index};`);
    const all = Array.from({ length: 30 }, (_, index) => `${index};`).join('');
    await vi.waitFor(() => expect(received()).toBe(all));
    expect(performance.now() - startedAt).toBeGreaterThan(1);
  });

  test('keeps connections open as a black hole and delivers nothing, not even an end', async () => {
    const { socket, received, closed } = await open();
    socket.write('before;');
    await vi.waitFor(() => expect(received()).toBe('before;'));
    proxy.set({ blackhole: true });
    socket.write('lost;');
    atServer[0]?.end();
    const { socket: other, received: otherReceived } = await open();
    other.write('lost too');
    await vi.waitFor(() => expect(proxy.swallowedBytes).toBe('lost;lost too'.length));
    proxy.heal();
    const { socket: third, received: thirdReceived } = await open();
    third.write('after');
    await vi.waitFor(() => expect(thirdReceived()).toBe('after'));
    expect([received(), otherReceived(), closed()]).toEqual(['before;', '', undefined]);
  });

  test('swallows one direction when half open', async () => {
    const { socket, received } = await open();
    proxy.set({ halfOpen: 'toClient' });
    const arrived: string[] = [];
    await vi.waitFor(() => expect(atServer).toHaveLength(1));
    atServer[0]?.on('data', (chunk) => void arrived.push(chunk.toString()));
    socket.write('hello');
    await vi.waitFor(() => expect(arrived).toEqual(['hello']));
    expect(received()).toBe('');
  });

  test('resets connections on both sides', async () => {
    const { socket, closed, received } = await open();
    socket.write('x');
    await vi.waitFor(() => expect(received()).toBe('x'));
    proxy.resetAll();
    await vi.waitFor(() => expect(closed()).toBe('ECONNRESET'));
    await vi.waitFor(() => expect(serverErrors).toEqual(['ECONNRESET']));
    expect(proxy.connections).toBe(0);
  });

  test('ends connections on both sides', async () => {
    const { socket, closed, received } = await open();
    socket.write('x');
    await vi.waitFor(() => expect(received()).toBe('x'));
    proxy.endAll();
    await vi.waitFor(() => expect(closed()).toBe('FIN'));
  });

  test('resets and drops at the given rates, reproducibly', async () => {
    await proxy.stop();
    const { port } = echo.address() as AddressInfo;
    const numbers = [0.9, 0.9, 0.1];
    proxy = await ChaosProxy.start({ target: port, random: () => numbers.shift() ?? 0.5 });
    proxy.set({ resetRate: 0.2 });
    const { socket, received, closed } = await open();
    socket.write('one');
    await vi.waitFor(() => expect(received()).toBe('one'));
    socket.write('two');
    await vi.waitFor(() => expect(closed()).toBe('ECONNRESET'));
    expect(received()).toBe('one');
  });

  test('refuses new connections', async () => {
    proxy.set({ refuse: true });
    const socket = connect(proxy.port, '127.0.0.1');
    const [error] = await once(socket, 'error').catch((thrown: unknown) => [thrown]);
    expect(error).toMatchObject({ code: 'ECONNRESET' });
  });
});
