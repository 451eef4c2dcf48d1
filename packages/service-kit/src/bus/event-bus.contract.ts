import { randomBytes } from 'node:crypto';
import { createGate } from '@cellwright/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { currentTraceId, startTracing, type Tracing, withSpan } from '../tracing.ts';
import type { BusMessage, EventBus } from './event-bus.ts';

/** Access of the suite to the implementation under test. */
export interface BusHarness {
  open(): Promise<EventBus>;
  /** Opens a separate bus whose durable store holds about this many bytes. */
  openSmall(maxBytes: number): Promise<EventBus>;
}

/** Describes the contract of every event bus; runs on each implementation. */
export function describeEventBus(name: string, harness: BusHarness): void {
  describe(name, () => {
    let bus: EventBus;
    let tracing: Tracing;
    beforeAll(async () => {
      tracing = await startTracing({ service: 'contract' });
      bus = await harness.open();
    });
    afterAll(async () => {
      await bus.close();
      await tracing.shutdown();
    });
    const getBus = () => bus;
    describeEphemeral(getBus);
    describeDurable(getBus);
    describeLimits(getBus, harness);
  });
}

/** Returns a subject part, or a durable name, that no other test uses. */
const unique = () => randomBytes(6).toString('hex');

const received = (list: readonly BusMessage[]) => list.map((message) => message.json());

/** Waits until exactly these payloads have arrived. */
async function expectReceived(list: readonly BusMessage[], expected: readonly unknown[]): Promise<void> {
  await vi.waitFor(() => expect(received(list)).toEqual(expected), { interval: 5 });
}

function describeEphemeral(getBus: () => EventBus): void {
  describe('ephemeral subjects', () => {
    test('deliver JSON, text and bytes to all subscribers', async () => {
      const subject = `state.${unique()}`;
      const got: BusMessage[] = [];
      const subscription = await getBus().subscribe(subject, (message) => void got.push(message));
      await getBus().publish(subject, { joints: [0.5, -1e-9], name: 'Zange ü' });
      await getBus().publish(subject, new TextEncoder().encode('[1]'));
      await getBus().publish(subject, undefined);
      await expectReceived(got, [{ joints: [0.5, -1e-9], name: 'Zange ü' }, [1], null]);
      expect(got[1]?.text()).toBe('[1]');
      expect(got[0]?.subject).toBe(subject);
      expect(got[0]?.delivery).toBe(1);
      await subscription.close();
    });

    test("match '*' for one token and '>' for the rest", async () => {
      const root = unique();
      const got: Record<string, unknown[]> = { star: [], rest: [], exact: [] };
      const listen = (key: string, pattern: string) =>
        getBus().subscribe(pattern, (message) => void got[key]?.push(message.json()));
      await listen('star', `${root}.*.frames`);
      await listen('rest', `${root}.>`);
      await listen('exact', `${root}.live.frames`);
      await getBus().publish(`${root}.live.frames`, 1);
      await getBus().publish(`${root}.simulated.frames`, 2);
      await getBus().publish(`${root}.live.state.patch`, 3);
      await getBus().publish(root, 4);
      await vi.waitFor(() => expect(got.rest).toEqual([1, 2, 3]));
      expect(got).toEqual({ star: [1, 2], rest: [1, 2, 3], exact: [1] });
    });

    test('keep the order of one publisher', async () => {
      const subject = `state.${unique()}`;
      const got: BusMessage[] = [];
      await getBus().subscribe(subject, async (message) => {
        await Promise.resolve();
        got.push(message);
      });
      const numbers = Array.from({ length: 500 }, (_, index) => index);
      await Promise.all(numbers.map((number) => getBus().publish(subject, number)));
      await expectReceived(got, numbers);
    });

    test('carry headers and the message id', async () => {
      const subject = `state.${unique()}`;
      const got: BusMessage[] = [];
      await getBus().subscribe(subject, (message) => void got.push(message));
      await getBus().publish(subject, 1, { messageId: 'frame-1', headers: { epoch: '7' } });
      await expectReceived(got, [1]);
      expect(got[0]?.messageId).toBe('frame-1');
      expect(got[0]?.headers.epoch).toBe('7');
    });

    test('need no message id and belong to no trace', async () => {
      const subject = `state.${unique()}`;
      const got: BusMessage[] = [];
      const traces: (string | undefined)[] = [];
      await getBus().subscribe(subject, (message) => {
        got.push(message);
        traces.push(currentTraceId());
      });
      await withSpan('publish', {}, () => getBus().publish(subject, 1));
      await expectReceived(got, [1]);
      expect(got[0]).toMatchObject({ messageId: '', headers: {} });
      expect(traces).toEqual([undefined]);
    });

    test('give each subscriber its own copy', async () => {
      const subject = `state.${unique()}`;
      const got: number[] = [];
      const spoil = (message: BusMessage) => {
        got.push(message.data[0] ?? -1);
        message.data.fill(0);
      };
      await getBus().subscribe(subject, spoil);
      await getBus().subscribe(subject, spoil);
      await getBus().publish(subject, Uint8Array.from([42]));
      await vi.waitFor(() => expect(got).toEqual([42, 42]));
    });

    test('distribute messages among the subscribers of a queue', async () => {
      const subject = `state.${unique()}`;
      const got: unknown[] = [];
      const plain: unknown[] = [];
      for (let index = 0; index < 3; index += 1) {
        await getBus().subscribe(subject, (message) => void got.push(message.json()), { queue: 'workers' });
      }
      await getBus().subscribe(subject, (message) => void plain.push(message.json()));
      for (let number = 0; number < 30; number += 1) await getBus().publish(subject, number);
      await vi.waitFor(() => expect([got.length, plain.length]).toEqual([30, 30]));
      expect(new Set(got).size).toBe(30);
    });

    test('do not reach later subscribers', async () => {
      const subject = `state.${unique()}`;
      const got: BusMessage[] = [];
      await getBus().publish(subject, 'early');
      await getBus().subscribe(subject, (message) => void got.push(message));
      await getBus().publish(subject, 'late');
      await expectReceived(got, ['late']);
    });

    test('continue after a handler fails', async () => {
      const subject = `state.${unique()}`;
      const got: unknown[] = [];
      await getBus().subscribe(subject, (message) => {
        got.push(message.json());
        if (got.length === 1) throw new Error('expected: a handler that fails');
      });
      await getBus().publish(subject, 1);
      await getBus().publish(subject, 2);
      await vi.waitFor(() => expect(got).toEqual([1, 2]));
    });

    test('drop the oldest when a handler is too slow', async () => {
      const subject = `state.${unique()}`;
      const got: unknown[] = [];
      const gate = createGate();
      const handle = async (message: BusMessage) => {
        got.push(message.json());
        await gate.passed;
      };
      const last = `state.${unique()}`;
      let lastSeen = false;
      await getBus().subscribe(subject, handle, { maxPending: 3 });
      await getBus().subscribe(last, () => {
        lastSeen = true;
      });
      await getBus().publish(subject, 0);
      await vi.waitFor(() => expect(got).toEqual([0]));
      for (let number = 1; number <= 10; number += 1) await getBus().publish(subject, number);
      await getBus().publish(last, null);
      await vi.waitFor(() => expect(lastSeen).toBe(true));
      gate.open();
      await vi.waitFor(() => expect(got).toEqual([0, 8, 9, 10]));
    });

    test('wait for the running handler on close and deliver nothing afterwards', async () => {
      const subject = `state.${unique()}`;
      const gate = createGate();
      const got: unknown[] = [];
      let finished = false;
      const subscription = await getBus().subscribe(subject, async (message) => {
        got.push(message.json());
        await gate.passed;
        finished = true;
      });
      await getBus().publish(subject, 1);
      await getBus().publish(subject, 2);
      await vi.waitFor(() => expect(got).toEqual([1]));
      const closed = subscription.close();
      gate.open();
      await closed;
      expect(finished).toBe(true);
      await getBus().publish(subject, 3);
      await getBus().ping();
      expect(got).toEqual([1]);
    });
  });
}

function describeDurable(getBus: () => EventBus): void {
  describe('durable subjects', () => {
    test('keep messages for an absent consumer', async () => {
      const subject = `event.${unique()}`;
      const durable = unique();
      const first = await getBus().subscribe(subject, () => undefined, { durable });
      await first.close();
      for (const number of [1, 2, 3]) await getBus().publish(subject, number, { messageId: `${durable}-${number}` });
      const got: BusMessage[] = [];
      await getBus().subscribe(subject, (message) => void got.push(message), { durable });
      await expectReceived(got, [1, 2, 3]);
      expect(got.map(({ messageId }) => messageId)).toEqual([1, 2, 3].map((number) => `${durable}-${number}`));
    });

    test("continue the publisher's trace in the handler", async () => {
      const subject = `event.${unique()}`;
      const traces: (string | undefined)[] = [];
      await getBus().subscribe(subject, () => void traces.push(currentTraceId()), { durable: unique() });
      await getBus().subscribe(subject, () => void traces.push(currentTraceId()));
      const published = await withSpan('publish', {}, async () => {
        await getBus().publish(subject, 1);
        return currentTraceId();
      });
      await vi.waitFor(() => expect(traces).toEqual([published, published]));
      expect(published).toMatch(/^[0-9a-f]{32}$/);
    });

    test('redeliver in order until the handler succeeds', async () => {
      const subject = `event.${unique()}`;
      const got: [unknown, number][] = [];
      const handle = (message: BusMessage) => {
        got.push([message.json(), message.delivery]);
        if (message.delivery < 3 && message.json() === 'hard') throw new Error('expected: not yet');
      };
      await getBus().subscribe(subject, handle, { durable: unique() });
      for (const payload of ['easy', 'hard', 'last']) await getBus().publish(subject, payload);
      const expected = [
        ['easy', 1],
        ['hard', 1],
        ['hard', 2],
        ['hard', 3],
        ['last', 1],
      ];
      await vi.waitFor(() => expect(got).toEqual(expected));
    });

    test('reach every consumer once', async () => {
      const subject = `event.${unique()}`;
      const [one, other] = [unique(), unique()];
      const got: Record<string, unknown[]> = { [one]: [], [other]: [] };
      for (const durable of [one, one, other]) {
        await getBus().subscribe(subject, (message) => void got[durable]?.push(message.json()), { durable });
      }
      const numbers = Array.from({ length: 40 }, (_, index) => index);
      for (const number of numbers) await getBus().publish(subject, number);
      await vi.waitFor(() => expect(got).toEqual({ [one]: numbers, [other]: numbers }));
    });

    test('also reach ephemeral subscribers while they are subscribed', async () => {
      const subject = `event.${unique()}`;
      const got: BusMessage[] = [];
      await getBus().subscribe(subject, (message) => void got.push(message));
      await getBus().publish(subject, 1);
      await expectReceived(got, [1]);
    });

    test('deliver a message once when it is published twice under one id', async () => {
      const subject = `event.${unique()}`;
      const messageId = unique();
      const got: BusMessage[] = [];
      await getBus().subscribe(subject, (message) => void got.push(message), { durable: unique() });
      await getBus().publish(subject, 'fact', { messageId });
      await getBus().publish(subject, 'fact', { messageId });
      await getBus().publish(subject, 'next');
      await expectReceived(got, ['fact', 'next']);
    });

    test('accept messages without consumers', async () => {
      await expect(getBus().publish(`event.${unique()}`, 1)).resolves.toBeUndefined();
    });

    test('wait for the running handler on close and do not redeliver its message', async () => {
      const subject = `event.${unique()}`;
      const durable = unique();
      const gate = createGate();
      const got: unknown[] = [];
      const subscription = await getBus().subscribe(
        subject,
        async (message) => {
          got.push(message.json());
          await gate.passed;
        },
        { durable },
      );
      await getBus().publish(subject, 1);
      await getBus().publish(subject, 2);
      await vi.waitFor(() => expect(got).toEqual([1]));
      const closed = subscription.close();
      gate.open();
      await closed;
      await getBus().subscribe(subject, (message) => void got.push(message.json()), { durable });
      await vi.waitFor(() => expect(got).toEqual([1, 2]));
    });
  });
}

function describeLimits(getBus: () => EventBus, harness: BusHarness): void {
  describe('the event bus refuses', () => {
    test.each(['', 'state.', '.state', 'state.*', 'state.>', 'state frames', 'state.é'])(
      'the subject %j',
      async (subject) => {
        await expect(getBus().publish(subject, 1)).rejects.toMatchObject({ code: 'invalid_parameters' });
      },
    );

    test.each(['', 'a..b', 'a.>.b', 'a b', 'a.b*'])('the pattern %j', async (pattern) => {
      await expect(getBus().subscribe(pattern, () => undefined)).rejects.toMatchObject({ code: 'invalid_parameters' });
    });

    test('a durable consumer of ephemeral subjects', async () => {
      const subscribed = getBus().subscribe('state.x', () => undefined, { durable: 'x' });
      await expect(subscribed).rejects.toMatchObject({ code: 'invalid_parameters' });
    });

    test('another pattern for a durable consumer', async () => {
      const durable = unique();
      await getBus().subscribe(`event.${durable}.a`, () => undefined, { durable });
      const subscribed = getBus().subscribe(`event.${durable}.>`, () => undefined, { durable });
      await expect(subscribed).rejects.toMatchObject({ code: 'conflict' });
    });

    test('a message that is too large', async () => {
      const published = getBus().publish('state.x', 'x'.repeat(1_000_001));
      await expect(published).rejects.toMatchObject({ code: 'too_large' });
    });

    test('a durable message when its store is full, until the consumer has caught up', async () => {
      const small = await harness.openSmall(100_000);
      const durable = unique();
      const first = await small.subscribe('event.full', () => undefined, { durable });
      await first.close();
      const fill = async () => {
        for (let index = 0; index < 50; index += 1) await small.publish('event.full', 'x'.repeat(10_000));
      };
      await expect(fill()).rejects.toMatchObject({ code: 'unavailable', details: { reason: 'bus_full' } });
      await expect(small.publish('state.stop', 'still delivered')).resolves.toBeUndefined();
      const got: unknown[] = [];
      await small.subscribe('event.full', (message) => void got.push(message.json()), { durable });
      await vi.waitFor(() => small.publish('event.full', 'after'));
      await vi.waitFor(() => expect(got.at(-1)).toBe('after'));
      expect(got.length).toBeGreaterThan(3);
      await small.close();
    });

    test('every operation once it is closed', async () => {
      const closed = await harness.openSmall(1_000_000);
      await closed.ping();
      await closed.close();
      await closed.close();
      await expect(closed.publish('state.x', 1)).rejects.toMatchObject({ code: 'unavailable' });
      await expect(closed.subscribe('state.x', () => undefined)).rejects.toMatchObject({ code: 'unavailable' });
      await expect(closed.ping()).rejects.toMatchObject({ code: 'unavailable' });
    });
  });
}
