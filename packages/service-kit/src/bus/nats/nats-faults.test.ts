import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { lagFactor, type NatsServer, startNats } from '@cellwright/testkit';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHealth } from '../../health.ts';
import { silentLogger } from '../../logger.ts';
import { createMetrics } from '../../metrics.ts';
import type { EventBus } from '../event-bus.ts';
import { openNatsBus } from './index.ts';

let server: NatsServer;
const buses: EventBus[] = [];
beforeEach(async () => {
  server = await startNats();
});
afterEach(async () => {
  server.resume();
  await Promise.all(buses.splice(0).map((bus) => bus.close()));
  await server.stop();
});

async function open(name: string, metrics = createMetrics({ defaults: false })): Promise<EventBus> {
  const bus = await openNatsBus({ url: server.url, name, log: silentLogger, metrics });
  buses.push(bus);
  return bus;
}

/** Publishes numbers at 200 a second, each until it is acknowledged, as the outbox relay does. */
async function publishSteadily(bus: EventBus, signal: AbortSignal, acknowledged: number[]): Promise<void> {
  for (let number = 0; !signal.aborted; ) {
    try {
      await bus.publish('event.run.step', { number }, { messageId: `number-${number}` });
      acknowledged.push(number);
      number += 1;
    } catch {
      // Not acknowledged: send the same number again.
    }
    await sleep(5);
  }
}

describe('NatsBus while NATS is killed under load', () => {
  test('neither loses nor reorders acknowledged events and resumes delivery', {
    timeout: 60_000,
  }, async () => {
    const kills = 3;
    const received: number[] = [];
    const [publisher, consumer] = [await open('publisher'), await open('consumer')];
    const record = (number: unknown) => received.push(Number(number));
    await consumer.subscribe(
      'event.>',
      (message) => {
        const payload = message.json();
        if (typeof payload === 'object' && payload !== null && 'number' in payload) record(payload.number);
      },
      { durable: 'journal' },
    );
    const stop = new AbortController();
    const acknowledged: number[] = [];
    const publishing = publishSteadily(publisher, stop.signal, acknowledged);
    for (let kill = 0; kill < kills; kill += 1) {
      const before = received.length;
      await vi.waitFor(() => expect(received.length).toBeGreaterThan(before + 50), { timeout: 25_000 });
      await server.kill();
      await server.restart();
      const restartedAt = received.length;
      // 5 s is specified; five times that here, where the machine may be loaded.
      await vi.waitFor(() => expect(received.length).toBeGreaterThan(restartedAt), { timeout: 25_000 });
    }
    stop.abort();
    await publishing;
    const last = acknowledged.at(-1) ?? 0;
    await vi.waitFor(() => expect(new Set(received).has(last)).toBe(true), { timeout: 25_000 });
    const firstDeliveries = [...new Set(received)];
    expect(firstDeliveries).toEqual(Array.from({ length: firstDeliveries.length }, (_, number) => number));
    expect(firstDeliveries.length).toBeGreaterThanOrEqual(acknowledged.length);
  });

  inExhaustiveRuns(() => {
    test('drops frames during the outage without a later burst and then continues', async () => {
      const metrics = createMetrics({ defaults: false });
      const [publisher, listener] = [await open('publisher', metrics), await open('listener')];
      const got: unknown[] = [];
      await listener.subscribe('frames.live', (message) => void got.push(message.json()));
      await server.kill();
      await vi.waitFor(() => expect(publisher.ping()).rejects.toMatchObject({ code: 'unavailable' }));
      for (let frame = 0; frame < 10; frame += 1) await publisher.publish('frames.live', `stale ${frame}`);
      await server.restart();
      await vi.waitFor(
        async () => {
          await publisher.publish('frames.live', 'fresh');
          expect(got.length).toBeGreaterThan(0);
        },
        { timeout: 30_000 },
      );
      expect(new Set(got)).toEqual(new Set(['fresh']));
      expect(await metrics.render()).toMatch(/cellwright_bus_dropped_total\{reason="bus_away"\} \d+/);
    });

    test('rejects durable publications immediately and accepts them again afterwards', async () => {
      const bus = await open('publisher');
      await server.kill();
      await vi.waitFor(() => expect(bus.ping()).rejects.toThrow());
      await expect(bus.publish('event.x', 1)).rejects.toMatchObject({
        code: 'unavailable',
        details: { reason: 'bus_away' },
      });
      await server.restart();
      await vi.waitFor(() => bus.publish('event.x', 1), { timeout: 30_000 });
    });
  });
});

inExhaustiveRuns(() => {
  describe('NatsBus with a full disk', () => {
    test('rejects durable publications with a typed error, passes frames and loses no acknowledged message', async () => {
      const small = await startNats({ maxFileStore: 200_000 });
      const bus = await openNatsBus({ url: small.url, name: 'service', log: silentLogger });
      buses.push(bus);
      const away = await bus.subscribe('event.>', () => undefined, { durable: 'journal' });
      await away.close();
      let acknowledged = 0;
      const fill = async () => {
        for (; ; acknowledged += 1)
          await bus.publish('event.x', 'x'.repeat(10_000), { messageId: `fill-${acknowledged}` });
      };
      await expect(fill()).rejects.toMatchObject({ code: 'unavailable', details: { reason: 'bus_full' } });
      const frames: unknown[] = [];
      await bus.subscribe('frames.live', (message) => void frames.push(message.json()));
      await bus.publish('frames.live', 1);
      await vi.waitFor(() => expect(frames).toEqual([1]));
      let delivered = 0;
      const count = () => {
        delivered += 1;
      };
      await bus.subscribe('event.>', count, { durable: 'journal' });
      await vi.waitFor(() => expect(delivered).toBe(acknowledged));
      await vi.waitFor(() => bus.publish('event.x', 'room again'));
      await bus.close();
      await small.stop();
    });
  });

  describe('NatsBus with a frozen server', () => {
    test('makes the service unready within 10 s and ready again afterwards', { timeout: 60_000 }, async () => {
      const bus = await open('service');
      const health = createHealth({ cacheMs: 0 });
      health.addCheck('event bus', (signal) => bus.ping(signal));
      health.markStarted();
      expect(await health.ready()).toMatchObject({ ready: true });
      server.pause();
      const startedAt = performance.now();
      await vi.waitFor(async () => expect(await health.ready()).toMatchObject({ ready: false }), { timeout: 50_000 });
      expect(performance.now() - startedAt).toBeLessThan(10_000 * 5 * lagFactor());
      server.resume();
      await vi.waitFor(async () => expect(await health.ready()).toMatchObject({ ready: true }), { timeout: 30_000 });
    });
  });

  describe('NatsBus after NATS lost its store', () => {
    test('creates stream and consumers again and delivers events', async () => {
      const bus = await open('service');
      const got: unknown[] = [];
      await bus.subscribe('event.>', (message) => void got.push(message.json()), { durable: 'journal' });
      await server.kill();
      await rm(`${server.directory}/jetstream`, { recursive: true, force: true });
      await server.restart();
      await vi.waitFor(
        async () => {
          await bus.publish('event.x', 'after');
          expect(got).toContain('after');
        },
        { timeout: 30_000 },
      );
    });
  });
});

describe('NatsBus without a server', () => {
  test('rejects when it is opened', async () => {
    const opened = openNatsBus({ url: 'nats://127.0.0.1:1', name: 'x', log: silentLogger, connectTimeoutMs: 300 });
    await expect(opened).rejects.toMatchObject({
      code: 'unavailable',
      message: 'No NATS server answers at nats://127.0.0.1:1',
    });
  });
});
