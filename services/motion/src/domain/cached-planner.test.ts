import { planCacheLimits } from '@cellwright/domain/motion';
import { emptyScene } from '@cellwright/domain/space';
import { createMemoryStore, silentLogger, systemClock } from '@cellwright/service-kit';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { createPlanStore } from '../store/plan-store.ts';
import { keyOfTask, PlanCache } from './cache/plan-cache.ts';
import { CachedPlanner } from './cached-planner.ts';
import { arm, jointTarget, makeRequest, ready } from './move/move.fixture.ts';
import type { MoveRequest } from './move/request.ts';
import { type PlanningTask, runTask } from './task.ts';

const signal = new AbortController().signal;
const goal = [0.2, -0.3, 1.6, 0.4, 1.2, 0];
/** Joints of the arm turned to the other side, and a place on the direct way there. */
const across = [1.6, -0.3, 1.6, 0.4, 1.2, 0];
const half = arm.kinematics.computeTipPose([0.8, -0.3, 1.6, 0.4, 1.2, 0]);
const inTheWay = { ...half, i: 0, j: 0, k: 0, w: 1 };
const taskOf = (options: Partial<MoveRequest> = {}): Extract<PlanningTask, { kind: 'move' }> => ({
  kind: 'move',
  request: makeRequest([jointTarget(goal)], options),
  scene: emptyScene('simulated'),
});

function setUp(volatile = createMemoryStore()) {
  const asked: PlanningTask[] = [];
  let forwards = 0;
  const cachedPlanner = new CachedPlanner({
    backend: {
      name: 'builtIn',
      async plan(task) {
        asked.push(task);
        return runTask(arm, task);
      },
      solveForward() {
        forwards++;
        return {
          pose: { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 },
          collisions: [],
          links: [],
          isEndEffectorOutOfBounds: false,
          isBodyOutOfBounds: false,
        };
      },
      solveInverse: () => [],
      findProblem: () => undefined,
      close: async () => undefined,
    },
    store: createPlanStore(volatile, systemClock, silentLogger),
  });
  return { cachedPlanner, asked, volatile, forwardsAsked: () => forwards };
}

/** A plan of half a minute: 1000 points, shared by all plans to keep the test small. */
const longPlan = [
  {
    trajectory: {
      points: Array.from({ length: 1000 }, (_, index) => {
        return { timeFromStart: index * 0.03, positions: ready, velocities: ready, accelerations: ready };
      }),
    },
    firstTarget: 0,
    lastTarget: 0,
    targetTimes: [30],
    distanceMeters: 1,
  },
];

describe('the plan cache', () => {
  it('answers the same request immediately with the same plan', async () => {
    const { cachedPlanner, asked } = setUp();
    const first = await cachedPlanner.plan(taskOf(), signal);
    expect(await cachedPlanner.plan(taskOf(), signal)).toEqual(first);
    expect(asked).toHaveLength(1);
  });

  it('computes new times from the current position', async () => {
    const { cachedPlanner, asked } = setUp();
    await cachedPlanner.plan(taskOf(), signal);
    const startJoints = ready.map((angle) => angle + 0.001);
    const plan = await cachedPlanner.plan(taskOf({ startJoints }), signal);
    expect(plan.ok && plan.segments[0]?.trajectory.points[0]?.positions).toEqual(startJoints);
    expect(asked).toHaveLength(2);
  });

  it('reuses a detour from the current position, with new times', async () => {
    const { cachedPlanner, asked } = setUp();
    const crate = { name: 'crate', shape: { kind: 'sphere' as const, radius: 0.12 }, pose: inTheWay };
    const scene = { ...emptyScene('simulated'), obstacles: [crate] };
    const ask = (startJoints: readonly number[]) => {
      const request = makeRequest([jointTarget(across)], { startJoints, mayAvoid: true });
      return cachedPlanner.plan({ kind: 'move', request, scene }, signal);
    };
    const first = await ask(ready);
    expect(first).toMatchObject({ ok: true, detours: [{ targetIndex: 0 }] });
    const startJoints = ready.map((angle) => angle - 0.001);
    const again = await ask(startJoints);
    expect(asked[1]).toMatchObject({ request: { knownDetours: first.ok && first.detours } });
    const [known] = first.ok ? first.detours : [];
    expect(again.ok && again.detours[0]?.waypoints).toEqual([startJoints, ...(known?.waypoints.slice(1) ?? [])]);
    expect(again.ok && again.segments[0]?.trajectory.points[0]?.positions).toEqual(startJoints);
  });

  it.each([
    [
      'the world',
      {
        scene: {
          ...emptyScene('simulated'),
          obstacles: [
            {
              name: 'crate',
              shape: { kind: 'sphere' as const, radius: 0.1 },
              pose: { x: 2, y: 2, z: 2, i: 0, j: 0, k: 0, w: 1 },
            },
          ],
        },
      },
    ],
    [
      'the tool',
      {
        request: makeRequest([jointTarget(goal)], {
          tool: { tcp: { x: 0, y: 0, z: 0.1, i: 0, j: 0, k: 0, w: 1 }, boxes: [] },
        }),
      },
    ],
    ['the limits', { request: makeRequest([jointTarget(goal)], { limits: { maxTooltipSpeed: 0.5 } }) }],
    ['the payload', { request: makeRequest([jointTarget(goal)], { payloadMassKg: 2 }) }],
    ['whether it may go round', { request: makeRequest([jointTarget(goal)], { mayAvoid: true }) }],
    ['the target', { request: makeRequest([jointTarget(ready)]) }],
  ])('distinguishes plans by %s', (_, other) => {
    expect(keyOfTask({ ...taskOf(), ...other })).not.toBe(keyOfTask(taskOf()));
  });

  it('uses the plan again after loose parts moved', () => {
    const part = { name: 'part', isLoose: true, shape: { kind: 'sphere' as const, radius: 0.1 } };
    const withPartAt = (x: number) => {
      const obstacles = [{ ...part, pose: { x, y: 2, z: 2, i: 0, j: 0, k: 0, w: 1 } }];
      return keyOfTask({ ...taskOf(), scene: { ...emptyScene('simulated'), obstacles } });
    };
    expect(withPartAt(1)).toBe(withPartAt(2));
  });

  it('can be bypassed for a new plan', async () => {
    const { cachedPlanner, asked } = setUp();
    await cachedPlanner.plan(taskOf({ skipsCache: true }), signal);
    await cachedPlanner.plan(taskOf({ skipsCache: true }), signal);
    expect(asked).toHaveLength(2);
  });

  it('survives the process in its persistent store, until it is cleared', async () => {
    const { cachedPlanner, volatile } = setUp();
    const first = await cachedPlanner.plan(taskOf(), signal);
    const next = setUp(volatile);
    await expect.poll(() => volatile.get(`motion:plan:0:${keyOfTask(taskOf())}`)).not.toBeNull();
    // As JSON, which has no negative zero.
    expect(JSON.stringify(await next.cachedPlanner.plan(taskOf(), signal))).toBe(JSON.stringify(first));
    expect(next.asked).toHaveLength(0);
    await next.cachedPlanner.clearPlans();
    await next.cachedPlanner.plan(taskOf(), signal);
    expect(next.asked).toHaveLength(1);
  });

  it('ignores a plan that was in progress when it was cleared', async () => {
    const { cachedPlanner, asked } = setUp();
    const planning = cachedPlanner.plan(taskOf(), signal);
    await cachedPlanner.clearPlans();
    await planning;
    await cachedPlanner.plan(taskOf(), signal);
    expect(asked).toHaveLength(2);
  });

  it('never waits for a store that does not answer', async () => {
    const clock = new VirtualClock();
    const never = { ...createMemoryStore(), get: () => new Promise<null>(() => undefined) };
    const load = createPlanStore(never, clock, silentLogger).load('key');
    await clock.advance(50);
    expect(await load).toEqual([]);
  });

  it('keeps a thousand buckets, and accepts starts within 0.002 rad', () => {
    const cache = new PlanCache();
    const detours = [{ targetIndex: 0, waypoints: [ready, goal], reason: '', isOtherPosture: false }];
    for (let index = 0; index <= planCacheLimits.buckets; index++)
      cache.add(`${index}`, { startJoints: ready, segments: longPlan, detours });
    expect(cache.size).toBe(planCacheLimits.buckets);
    expect(cache.find('0', ready)).toBeUndefined();
    // Memory for whole plans is limited: old plans keep only their detours, new ones are whole.
    expect(cache.find('1', ready)).toEqual({ kind: 'near', detours });
    expect(cache.find(`${planCacheLimits.buckets}`, ready)?.kind).toBe('same');
    expect(
      cache.find(
        '1',
        ready.map((angle) => angle + 0.0019),
      ),
    ).toEqual({ kind: 'near', detours });
    expect(
      cache.find(
        '1',
        ready.map((angle) => angle + 0.0021),
      ),
    ).toBeUndefined();
  });
});

describe('a bucket of the plan cache', () => {
  const startAt = (index: number) => ready.map((angle) => angle + index * 0.01);
  const detours = [{ targetIndex: 0, waypoints: [ready, goal], reason: '', isOtherPosture: false }];

  it('keeps a thousand plans, long ones too, and drops the oldest', () => {
    const cache = new PlanCache();
    for (let index = 0; index <= planCacheLimits.entriesPerBucket; index++)
      cache.add('key', { startJoints: startAt(index), segments: longPlan, detours });
    expect(cache.find('key', startAt(0))).toBeUndefined();
    expect(cache.find('key', startAt(1))).toEqual({ kind: 'near', detours });
    expect(cache.find('key', startAt(planCacheLimits.entriesPerBucket))?.kind).toBe('same');
  });

  it('drops whole plans, the least recently used first', () => {
    const cache = new PlanCache();
    cache.add('first', { startJoints: ready, segments: longPlan, detours });
    for (let index = 0; index < 600; index++) {
      cache.add(`${index}`, { startJoints: ready, segments: longPlan, detours });
      expect(cache.find('first', ready)?.kind).toBe('same');
    }
    expect(cache.find('0', ready)?.kind).toBe('near');
  });

  it('contains all detours, and the newest plans completely', () => {
    const cache = new PlanCache();
    for (let index = 0; index < 500; index++)
      cache.add('key', { startJoints: startAt(index), segments: longPlan, detours });
    const stored = cache.listForStore('key', 8);
    expect(stored).toHaveLength(500);
    expect(stored.filter(({ segments }) => segments.length > 0)).toHaveLength(8);
  });
});

it('forward kinematics caches its last fifty answers', async () => {
  const { cachedPlanner, forwardsAsked } = setUp();
  const ask = (index: number) =>
    cachedPlanner.solveForward({ joints: [index, 0, 0, 0, 0, 0], tcp: undefined, scene: undefined });
  for (let index = 0; index < 51; index++) await ask(index);
  await ask(50);
  expect(forwardsAsked()).toBe(51);
  await ask(0);
  expect(forwardsAsked()).toBe(52);
});
