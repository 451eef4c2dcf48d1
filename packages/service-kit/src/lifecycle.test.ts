import { createGate, VirtualClock } from '@cellwright/testkit';
import { describe, expect, test, vi } from 'vitest';
import { createLifecycle } from './lifecycle.ts';
import { silentLogger } from './logger.ts';

const open = (clock = new VirtualClock(), graceMs = 10_000) => createLifecycle({ log: silentLogger, clock, graceMs });

describe('createLifecycle', () => {
  test('stops parts in reverse order, each after the previous one has ended', async () => {
    const lifecycle = open();
    const gate = createGate();
    const order: string[] = [];
    lifecycle.onStop('store', () => void order.push('store'));
    lifecycle.onStop('rpc', async () => {
      order.push('rpc begins');
      await gate.passed;
      order.push('rpc ends');
    });
    const stopped = lifecycle.stop('test');
    await vi.waitFor(() => expect(order).toEqual(['rpc begins']));
    gate.open();
    expect(await stopped).toEqual([]);
    expect(order).toEqual(['rpc begins', 'rpc ends', 'store']);
  });

  test('signals the start of the stop to all parts immediately', async () => {
    const lifecycle = open();
    expect(lifecycle.stopping.aborted).toBe(false);
    const stopped = lifecycle.stop('SIGTERM');
    expect(lifecycle.stopping.aborted).toBe(true);
    expect(lifecycle.stopping.reason).toMatchObject({ message: 'stopping: SIGTERM' });
    await stopped;
  });

  test('stops once for any number of calls', async () => {
    const lifecycle = open();
    const stop = vi.fn();
    lifecycle.onStop('part', stop);
    await Promise.all([lifecycle.stop('first'), lifecycle.stop('second')]);
    expect(stop).toHaveBeenCalledTimes(1);
  });

  test('continues after parts that fail and returns their names', async () => {
    const lifecycle = open();
    const last = vi.fn();
    lifecycle.onStop('store', last);
    lifecycle.onStop('bus', async () => Promise.reject(new Error('broken')));
    lifecycle.onStop('rpc', () => {
      throw new Error('broken too');
    });
    expect(await lifecycle.stop('test')).toEqual(['rpc', 'bus']);
    expect(last).toHaveBeenCalled();
  });

  test('stops parts registered after the stop began immediately and makes their starter fail', async () => {
    const lifecycle = open();
    await lifecycle.stop('test');
    const late = vi.fn();
    expect(() => lifecycle.onStop('late', late)).toThrow('stopping: test');
    const broken = () => Promise.reject(new Error('broken'));
    expect(() => lifecycle.onStop('broken', broken)).toThrow('stopping: test');
    expect(await lifecycle.stop('again')).toEqual(['broken']);
    expect(late).toHaveBeenCalledTimes(1);
  });

  test('abandons a part when the grace time is over and still stops the others', async () => {
    const clock = new VirtualClock();
    const lifecycle = open(clock, 5000);
    const store = vi.fn();
    let aborted = false;
    lifecycle.onStop('store', store);
    lifecycle.onStop('rpc', (signal) => {
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      return new Promise(() => undefined);
    });
    expect(await clock.runUntilSettled(lifecycle.stop('test'))).toEqual(['rpc']);
    expect([clock.now(), aborted]).toEqual([5000, true]);
    expect(store).toHaveBeenCalled();
  });
});
