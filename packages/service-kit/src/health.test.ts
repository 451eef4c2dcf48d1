import { VirtualClock } from '@cellwright/testkit';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createHealth, type Health } from './health.ts';

let clock: VirtualClock;
let health: Health;
beforeEach(() => {
  clock = new VirtualClock();
  health = createHealth({ clock });
});

const stalled = () => new Promise<void>(() => undefined);

describe('createHealth', () => {
  test('reports ready from start to drain', async () => {
    expect(await health.ready()).toEqual({ ready: false, reason: 'the service is starting', dependencies: [] });
    health.markStarted();
    expect(await health.ready()).toEqual({ ready: true, dependencies: [] });
    health.markDraining();
    expect(await health.ready()).toMatchObject({ ready: false, reason: 'the service is shutting down' });
    health.markStarted();
    expect(await health.ready()).toMatchObject({ ready: false });
  });

  test('reports unready while a dependency fails, with its name and the reason', async () => {
    health.addCheck('database', async () => Promise.reject(new Error('connection refused')));
    health.addCheck('event bus', async () => undefined);
    health.markStarted();
    const readiness = await health.ready();
    expect(readiness).toMatchObject({ ready: false, reason: 'database: connection refused' });
    expect(readiness.dependencies.map(({ name, ok }) => [name, ok])).toEqual([
      ['database', false],
      ['event bus', true],
    ]);
  });

  test('reports unready within 2 s for a stalled dependency and aborts its check', async () => {
    let signal: AbortSignal | undefined;
    health.addCheck('event bus', (given) => {
      signal = given;
      return stalled();
    });
    health.markStarted();
    const readiness = await clock.runUntilSettled(health.ready());
    expect(readiness).toMatchObject({ ready: false, reason: 'event bus: no answer within 2000 ms' });
    expect(clock.now()).toBe(2000);
    expect(signal?.aborted).toBe(true);
    expect(clock.pendingTimers).toBe(0);
  });

  test('treats a check that throws immediately as failed', async () => {
    health.addCheck('database', () => {
      throw new Error('no pool');
    });
    health.markStarted();
    expect(await health.ready()).toMatchObject({ ready: false, reason: 'database: no pool' });
  });

  test('stays ready when a non-critical check fails and shows the failure', async () => {
    health.addCheck('volatile store', async () => Promise.reject(new Error('away')), { critical: false });
    health.markStarted();
    const readiness = await health.ready();
    expect(readiness.ready).toBe(true);
    expect(readiness.dependencies).toMatchObject([
      { name: 'volatile store', ok: false, critical: false, error: 'away' },
    ]);
  });

  test('checks a dependency at most once a second, whatever the number of requests', async () => {
    const check = vi.fn(async () => undefined);
    health.addCheck('database', check);
    health.markStarted();
    await Promise.all([health.ready(), health.ready(), health.ready()]);
    expect(check).toHaveBeenCalledTimes(1);
    await clock.advance(1001);
    await health.ready();
    expect(check).toHaveBeenCalledTimes(2);
  });

  test('reports live without checking dependencies', async () => {
    const check = vi.fn(stalled);
    health.addCheck('database', check);
    await clock.advance(5000);
    expect(health.live()).toEqual({ live: true, uptimeSeconds: 5 });
    expect(check).not.toHaveBeenCalled();
  });
});
