import { VirtualClock } from '@cellwright/testkit';
import { expect, test } from 'vitest';
import { silentLogger } from '../logger.ts';
import { describeEventBus } from './event-bus.contract.ts';
import { createInProcessBus } from './in-process-bus.ts';

describeEventBus('the in-process bus', {
  open: async () => createInProcessBus({ log: silentLogger }),
  openSmall: async (maxBytes) => createInProcessBus({ log: silentLogger, maxBytes }),
});

test('the in-process bus forgets message ids after two minutes', async () => {
  const clock = new VirtualClock();
  const bus = createInProcessBus({ log: silentLogger, clock });
  const got: unknown[] = [];
  await bus.subscribe('event.x', (message) => void got.push(message.json()), { durable: 'reader' });
  await bus.publish('event.x', 1, { messageId: 'same' });
  await clock.advance(119_999);
  await bus.publish('event.x', 2, { messageId: 'same' });
  await clock.advance(2);
  await bus.publish('event.x', 3, { messageId: 'same' });
  await clock.advance(1);
  expect(got).toEqual([1, 3]);
});

test('the in-process bus redelivers after 100 ms, 200 ms, … at most 5 s', async () => {
  const clock = new VirtualClock();
  const bus = createInProcessBus({ log: silentLogger, clock });
  const times: number[] = [];
  const fail = () => {
    times.push(clock.now());
    throw new Error('expected');
  };
  await bus.subscribe('event.x', fail, { durable: 'reader' });
  await bus.publish('event.x', 1);
  await clock.advance(20_000);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(gaps).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000]);
});

test('the in-process bus keeps messages for a declared consumer from before its subscription', async () => {
  const bus = createInProcessBus({ log: silentLogger, durables: { reader: 'event.x' } });
  await bus.publish('event.x', 1);
  const got: unknown[] = [];
  await bus.subscribe('event.x', (message) => void got.push(message.json()), { durable: 'reader' });
  await expect.poll(() => got).toEqual([1]);
});
