import { setMaxListeners } from 'node:events';
import { emptyScene } from '@cellwright/domain/space';
import { VirtualClock } from '@cellwright/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { jointTarget, makeRequest, ready } from '../domain/move/move.fixture.ts';
import type { MovePlan } from '../domain/move/request.ts';
import { planTimeLimit, planWithin } from '../domain/plan-within.ts';
import type { AskedTask } from '../domain/planner-backend.ts';
import type { ToThread } from './plan-task.ts';
import type { PlanThread, PlanThreadEvents } from './plan-thread.ts';
import { cancelGraceMS, createPlanningPool, maxWaiting } from './planning-pool.ts';

const plan: MovePlan = { ok: true, segments: [], detours: [] };
// Shared by many plans.
const never = new AbortController().signal;
setMaxListeners(0, never);
const scene = emptyScene('simulated');
const task: AskedTask = { kind: 'move', request: makeRequest([jointTarget(ready)]), scene };

/** A thread whose work ends when the test decides. */
class FakeThread implements PlanThread {
  readonly received: ToThread[] = [];
  isCancelled = false;
  hasEnded = false;
  readonly events: PlanThreadEvents;

  constructor(events: PlanThreadEvents) {
    this.events = events;
  }

  get jobs(): number {
    return this.received.filter((message) => 'job' in message).length;
  }

  post(message: ToThread): void {
    this.received.push(message);
  }

  setCancelled(isCancelled: boolean): void {
    this.isCancelled = isCancelled;
  }

  async end(): Promise<void> {
    this.hasEnded = true;
  }

  becomeReady(): void {
    this.events.onReply({ ready: true });
  }

  finish(): void {
    this.events.onReply({ plan });
  }
}

let clock: VirtualClock;
let threads: FakeThread[];

function createPool(threadCount: number) {
  const startThread = (events: PlanThreadEvents) => {
    const thread = new FakeThread(events);
    threads.push(thread);
    return thread;
  };
  return createPlanningPool({ threadCount, clock, startThread });
}

function thread(index: number): FakeThread {
  const found = threads[index];
  if (!found) throw new Error(`there is no thread ${index}, only ${threads.length}`);
  return found;
}

beforeEach(() => {
  clock = new VirtualClock();
  threads = [];
});

describe('threads', () => {
  it('start before they are needed: one at first, one spare while plans are made', async () => {
    const pool = createPool(1);
    expect(threads).toHaveLength(1);
    const first = pool.plan(task, never);
    expect(threads).toHaveLength(2);
    thread(0).finish();
    expect(await first).toBe(plan);
    void pool.plan(task, never).catch(() => undefined);
    expect(threads).toHaveLength(2);
  });

  it('run the configured number of plans at once, without the spare one', () => {
    const pool = createPool(2);
    for (let count = 0; count < 5; count++) pool.plan(task, never).catch(() => undefined);
    expect(pool.load).toEqual({ working: 2, waiting: 3 });
    expect(threads.map(({ jobs }) => jobs)).toEqual([1, 1, 0]);
    thread(1).finish();
    expect(pool.load).toEqual({ working: 2, waiting: 2 });
  });

  it('receive each scene once', async () => {
    const pool = createPool(1);
    for (let count = 0; count < 3; count++) {
      const planned = pool.plan(task, never);
      thread(0).finish();
      await planned;
    }
    expect(thread(0).received.filter((message) => 'scene' in message)).toEqual([{ scene }]);
  });

  it('fail their plan when they end, and are replaced', async () => {
    const pool = createPool(1);
    thread(0).becomeReady();
    const planned = pool.plan(task, never);
    thread(0).events.onLost(new Error('out of memory'));
    await expect(planned).rejects.toThrow('out of memory');
    const next = pool.plan(task, never);
    thread(1).finish();
    expect(await next).toBe(plan);
  });

  it('stay down after a failed start until the next request', async () => {
    const pool = createPool(1);
    thread(0).events.onLost(new Error('no memory'));
    expect(threads).toHaveLength(1);
    const planned = pool.plan(task, never);
    thread(1).events.onLost(new Error('no memory'));
    thread(2).events.onLost(new Error('no memory'));
    await expect(planned).rejects.toThrow('no memory');
    expect(threads).toHaveLength(3);
  });
});

describe('a cancelled plan', () => {
  it('ends immediately, and the next one starts immediately in the spare thread', async () => {
    const pool = createPool(1);
    thread(0).becomeReady();
    const controller = new AbortController();
    const first = pool.plan(task, controller.signal);
    const second = pool.plan(task, never);
    controller.abort(new Error('not wanted'));
    await expect(first).rejects.toThrow('not wanted');
    expect(thread(0).isCancelled).toBe(true);
    expect(thread(1).jobs).toBe(1);
    thread(1).finish();
    expect(await second).toBe(plan);
  });

  it('leaves its thread to the next one when the thread reacts in time', async () => {
    const pool = createPool(1);
    thread(0).becomeReady();
    const controller = new AbortController();
    pool.plan(task, controller.signal).catch(() => undefined);
    controller.abort();
    await clock.advance(cancelGraceMS - 1);
    thread(0).events.onReply({ error: 'cancelled' });
    await clock.advance(1000);
    expect(thread(0).hasEnded).toBe(false);
    const next = pool.plan(task, never);
    expect(thread(0)).toMatchObject({ jobs: 2, isCancelled: false });
    thread(0).finish();
    expect(await next).toBe(plan);
  });

  it('terminates the thread when it does not react', async () => {
    const pool = createPool(1);
    thread(0).becomeReady();
    const controller = new AbortController();
    pool.plan(task, controller.signal).catch(() => undefined);
    controller.abort();
    await clock.advance(cancelGraceMS - 1);
    expect(thread(0).hasEnded).toBe(false);
    await clock.advance(1);
    expect(thread(0).hasEnded).toBe(true);
    // Its late reply is ignored.
    thread(0).finish();
    expect(pool.load).toEqual({ working: 0, waiting: 0 });
  });

  it('does not terminate a thread that is still starting, since it checks before it begins', async () => {
    const pool = createPool(1);
    const controller = new AbortController();
    pool.plan(task, controller.signal).catch(() => undefined);
    controller.abort();
    await clock.advance(1000);
    expect(thread(0)).toMatchObject({ hasEnded: false, isCancelled: true });
  });

  it('never waits longer than the grace time, with any number of cancellations', async () => {
    const pool = createPool(1);
    const controllers = Array.from({ length: 10 }, () => new AbortController());
    thread(0).becomeReady();
    for (const { signal } of controllers) {
      pool.plan(task, signal).catch(() => undefined);
      threads.at(-1)?.becomeReady();
    }
    for (const controller of controllers) controller.abort();
    const next = pool.plan(task, never);
    await clock.advance(cancelGraceMS);
    const last = threads.findLast(({ jobs, hasEnded }) => jobs > 0 && !hasEnded);
    last?.finish();
    expect(await next).toBe(plan);
    expect(threads.filter(({ hasEnded }) => !hasEnded).length).toBeLessThanOrEqual(2);
  });
});

describe('a full queue', () => {
  it('refuses plans at once, and accepts them again when there is space', async () => {
    const pool = createPool(1);
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    for (let count = 0; count < maxWaiting + 1; count++) pool.plan(task, controller.signal).catch(() => undefined);
    await expect(pool.plan(task, never)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The planner is overloaded. Try again in a moment',
    });
    controller.abort();
    expect(pool.load).toEqual({ working: 0, waiting: 0 });
  });

  it('ends every plan in it when the pool closes', async () => {
    const pool = createPool(1);
    const plans = [pool.plan(task, never), pool.plan(task, never)];
    const ended = Promise.allSettled(plans);
    await pool.close();
    for (const outcome of await ended)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'The planner is stopping' } });
    expect(threads.every(({ hasEnded }) => hasEnded)).toBe(true);
    await expect(pool.plan(task, never)).rejects.toThrow('The planner is stopping');
  });
});

describe('a plan that takes too long', () => {
  it('ends at its time limit, running or waiting, and frees its place', async () => {
    const pool = createPool(1);
    thread(0).becomeReady();
    const limitMS = planTimeLimit(task);
    expect(limitMS).toBe(5000);
    const outcomes = Promise.allSettled([planWithin(pool, task, never, clock), planWithin(pool, task, never, clock)]);
    await clock.advance(limitMS - 1);
    expect(pool.load).toEqual({ working: 1, waiting: 1 });
    await clock.advance(1);
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'timeout of 5000ms reached' } });
    expect(pool.load).toEqual({ working: 0, waiting: 0 });
  });

  it('has 5 s for each target, at most one minute', () => {
    const withTargets = (count: number): AskedTask => ({
      ...task,
      request: makeRequest(Array.from({ length: count }, () => jointTarget(ready))),
    });
    expect([1, 3, 12, 1000].map((count) => planTimeLimit(withTargets(count)))).toEqual([5000, 15000, 60000, 60000]);
  });
});
