import { once } from 'node:events';
import { connect } from 'node:net';
import { ChaosProxy, closedPort, createGate, startOnRandomPort } from '@cellwright/testkit';
import { afterAll, afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { silentLogger } from '../../logger.ts';
import { describeEventBus } from '../event-bus.contract.ts';
import type { BusMessage, EventBus } from '../event-bus.ts';
import { createInProcessBus } from '../in-process-bus.ts';
import { type BusHub, createBusHub, openHubBus } from './index.ts';

const log = silentLogger;
const hubs: BusHub[] = [];
afterAll(() => Promise.all(hubs.map((hub) => hub.close())));

async function openOver(inner: EventBus): Promise<EventBus> {
  const hub = await createBusHub(inner, { log });
  hubs.push(hub);
  return openHubBus({ ...hub, name: 'contract', log });
}

describeEventBus('the bus of another process', {
  open: () => openOver(createInProcessBus({ log })),
  openSmall: (maxBytes) => openOver(createInProcessBus({ log, maxBytes })),
});

describe('stranger at the port of the hub', () => {
  it('gets an answer to a plain request instead of a connection without end', async () => {
    const hub = await createBusHub(createInProcessBus({ log }), { log });
    hubs.push(hub);
    const response = await fetch(`http://127.0.0.1:${new URL(hub.url).port}/`, { signal: AbortSignal.timeout(5000) });
    expect([response.status, await response.text()]).toEqual([426, 'Open a WebSocket\n']);
  });

  it('cannot keep the hub open with a connection on which a request never ends', async () => {
    const hub = await createBusHub(createInProcessBus({ log }), { log });
    const stranger = connect(Number(new URL(hub.url).port), '127.0.0.1');
    await once(stranger, 'connect');
    const ended = new Promise((resolve) => stranger.once('close', resolve));
    stranger.on('error', () => undefined).write('GET / HTTP/1.1\r\nhost: ce');
    await hub.close();
    await ended;
  }, 10_000);
});

describe('client of the hub', () => {
  const secret = 'a secret for this start';
  let inner: EventBus;
  let hub: BusHub;
  let proxy: ChaosProxy;
  let client: EventBus;
  beforeEach(async () => {
    inner = createInProcessBus({ log });
    hub = await startOnRandomPort((port) => createBusHub(inner, { log, secret, port }));
    proxy = await ChaosProxy.start({ target: Number(new URL(hub.url).port) });
    client = await openHubBus({ url: `hub://127.0.0.1:${proxy.port}`, secret, name: 'test', log });
  });
  afterEach(async () => {
    await client.close();
    await proxy.stop();
    await hub.close();
    await inner.close();
  });

  /** Closes the hub with all its connections and reopens it on the same port. */
  async function awayAndBack(meanwhile: () => Promise<void>): Promise<void> {
    const port = Number(new URL(hub.url).port);
    await hub.close();
    await meanwhile();
    hub = await createBusHub(inner, { log, secret, port });
    await vi.waitFor(() => client.ping());
  }

  test("shares subjects with the hub's process in both directions", async () => {
    const got: unknown[] = [];
    await inner.subscribe('state.>', (message) => void got.push(message.json()));
    await client.subscribe('state.>', (message) => void got.push(message.json()));
    await client.publish('state.x', 'from the client');
    await vi.waitFor(() => expect(got).toEqual(['from the client', 'from the client']));
    await inner.publish('state.x', 'from inside');
    await vi.waitFor(() => expect(got.slice(2)).toEqual(['from inside', 'from inside']));
  });

  test('fails without the secret', async () => {
    const opened = openHubBus({ url: hub.url, secret: 'another', name: 'test', log });
    await expect(opened).rejects.toMatchObject({ code: 'authorization_required' });
  });

  test('fails without a hub', async () => {
    const url = `hub://127.0.0.1:${closedPort}`;
    const opened = openHubBus({ url, secret, name: 'test', log, connectTimeoutMs: 50 });
    await expect(opened).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('fails immediately while the hub is away and subscribes again when it is back', async () => {
    const frames: unknown[] = [];
    const facts: unknown[] = [];
    await client.subscribe('state.x', (message) => void frames.push(message.json()));
    await client.subscribe('event.x', (message) => void facts.push(message.json()), { durable: 'reader' });
    let late: Promise<unknown> = Promise.resolve();
    const lateFrames: unknown[] = [];
    await awayAndBack(async () => {
      await vi.waitFor(() => expect(client.ping()).rejects.toMatchObject({ code: 'unavailable' }));
      await expect(client.publish('event.x', 'lost')).rejects.toMatchObject({ code: 'unavailable' });
      await expect(client.publish('state.x', 'dropped')).resolves.toBeUndefined();
      await inner.publish('event.x', 'kept');
      late = client.subscribe('state.x', (message) => void lateFrames.push(message.json()));
    });
    await late;
    await client.publish('state.x', 'new');
    await vi.waitFor(() => expect([frames, lateFrames, facts]).toEqual([['new'], ['new'], ['kept']]));
  });

  test('leaves a durable message to the next client when it disconnects while handling it', async () => {
    const gate = createGate();
    const got: BusMessage[] = [];
    const handling: unknown[] = [];
    await client.subscribe(
      'event.x',
      async (message) => {
        handling.push(message.json());
        await gate.passed;
      },
      { durable: 'reader' },
    );
    await inner.publish('event.x', 1);
    await inner.publish('event.x', 2);
    await vi.waitFor(() => expect(handling).toEqual([1]));
    await proxy.stop();
    await inner.subscribe('event.x', (message) => void got.push(message), { durable: 'reader' });
    await vi.waitFor(() =>
      expect(got.map((message) => [message.json(), message.delivery])).toEqual([
        [1, 2],
        [2, 1],
      ]),
    );
    gate.open();
  });

  test('handles one durable message at a time, also across a lost connection', async () => {
    const gate = createGate();
    const order: string[] = [];
    await client.subscribe(
      'event.x',
      async (message) => {
        order.push(`begin ${message.delivery}`);
        if (message.delivery === 1) await gate.passed;
        order.push(`end ${message.delivery}`);
      },
      { durable: 'reader' },
    );
    await inner.publish('event.x', 1);
    await vi.waitFor(() => expect(order).toEqual(['begin 1']));
    await awayAndBack(async () => undefined);
    gate.open();
    await vi.waitFor(() => expect(order).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2']));
  });

  test('closes while the hub is unavailable', async () => {
    await client.subscribe('event.x', () => undefined, { durable: 'reader' });
    await hub.close();
    await client.close();
    await expect(client.ping()).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('receives the newest messages after not reading, with a limited backlog', async () => {
    const socket = new WebSocket(hub.url.replace('hub:', 'ws:'), { headers: { authorization: `Bearer ${secret}` } });
    await once(socket, 'open');
    socket.send('{"op":"subscribe","call":1,"subscription":1,"pattern":"state.x","maxPending":10}\n');
    await once(socket, 'message');
    socket.pause();
    const published = 4000;
    for (let number = 1; number <= published; number += 1) {
      await inner.publish('state.x', `${number} ${'x'.repeat(10_000)}`);
      if (number % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const got: number[] = [];
    socket.on('message', (frame) => got.push(Number.parseInt(String(frame).split('\n"')[1] ?? '', 10)));
    socket.resume();
    await vi.waitFor(() => expect(got.at(-1)).toBe(published));
    expect(got.length).toBeLessThan(published);
    expect(got).toEqual([...got].sort((one, other) => one - other));
    socket.terminate();
  });

  test('loses its connection after an invalid frame', async () => {
    const socket = new WebSocket(hub.url.replace('hub:', 'ws:'), { headers: { authorization: `Bearer ${secret}` } });
    await once(socket, 'open');
    socket.send('nonsense');
    await once(socket, 'close');
    await client.ping();
  });
});
