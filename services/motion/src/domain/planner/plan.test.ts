import { createKinematics, defaultArm, defaultCell, readyJoints } from '@cellwright/arm';
import { type CollisionWorld, createArmWorld, createRandom } from '@cellwright/collision';
import { makePose, type Vec3 } from '@cellwright/geometry';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepToolAxis } from './constraint.ts';
import { findTouch, type PlainObstacle, touchesSomething } from './independent.fixture.ts';
import { type PlanProblem, type PlanResult, planPath } from './plan.ts';

const kinematics = createKinematics(defaultArm);
const space = {
  lower: defaultArm.joints.map((joint) => Math.max(-Math.PI, joint.limits.lower)),
  upper: defaultArm.joints.map((joint) => Math.min(Math.PI, joint.limits.upper)),
};

const world = createArmWorld(defaultArm, defaultCell);

/** Sets up the arm on its stand with only these obstacles. */
function furnish(obstacles: readonly PlainObstacle[]): CollisionWorld {
  for (const name of world.obstacleNames.filter((known) => known.startsWith('thing'))) world.removeObstacle(name);
  for (const [index, obstacle] of obstacles.entries()) {
    const placed =
      obstacle.kind === 'box'
        ? { shape: { kind: 'box' as const, size: obstacle.size }, pose: obstacle.pose }
        : {
            shape: { kind: 'sphere' as const, radius: obstacle.radius },
            pose: makePose(obstacle.center, { i: 0, j: 0, k: 0, w: 1 }),
          };
    expect(world.addObstacle(`thing ${index}`, placed)).toEqual({ kind: 'added' });
  }
  return world;
}

function box(center: Vec3, size: Vec3): PlainObstacle {
  return { kind: 'box', pose: makePose(center, { i: 0, j: 0, k: 0, w: 1 }), size };
}

const quick = { planning: { checks: 200_000 }, shortening: { checks: 5_000 } };
/** Joints of the arm that reaches out horizontally to one side and to the other of a wall. */
const left = [0.9, 0.9, 1.2, -0.5, -1.57, 0];
const right = [-0.9, 0.9, 1.2, -0.5, -1.57, 0];
const middle = kinematics.computeTipPose([0, 0.9, 1.2, -0.5, -1.57, 0]);
const wall = box([middle.x, middle.y, middle.z], [0.05, 0.5, 1]);
const turnedWall = box([middle.x, middle.y, middle.z], [0.5, 0.05, 1]);
const walls = Math.abs(middle.x) > Math.abs(middle.y) ? [turnedWall] : [wall];

function expectPlanned(result: PlanResult) {
  if (result.kind === 'refused') throw new Error(`refused: ${JSON.stringify(result.refusal)}`);
  return result;
}

describe('planning a path', () => {
  it('takes the straight path when it is clear', () => {
    const change = [0.5, -0.2, 0.2, 0, 0, 1];
    const to = readyJoints.map((angle, joint) => angle + (change[joint] ?? 0));
    const plan = expectPlanned(planPath(furnish([]), { start: readyJoints, goals: [to], space }, quick));
    expect(plan.path.map((q) => Array.from(q))).toEqual([readyJoints, to]);
    expect(plan.statistics.samples).toBe(0);
  });

  it('makes a detour round obstacles without contact, checked by other code every 0.001 rad', () => {
    const plan = expectPlanned(planPath(furnish(walls), { start: left, goals: [right], space }, quick));
    expect(plan.path.length).toBeGreaterThan(2);
    expect(Array.from(plan.path[0] ?? [])).toEqual(left);
    expect(Array.from(plan.path.at(-1) ?? [])).toEqual(right);
    expect(findTouch([left, right], walls, 0.01)).toBeDefined();
    expect(findTouch(plan.path, walls, 0.001)).toBeUndefined();
    expect(plan.statistics.length).toBeLessThanOrEqual(plan.statistics.foundLength);
  });

  it('returns the same plan for the same seed, and others for other seeds', () => {
    const problem: PlanProblem = { start: left, goals: [right], space };
    const planOf = (seed: number) => expectPlanned(planPath(furnish(walls), problem, { ...quick, seed })).path;
    expect(planOf(5)).toEqual(planOf(5));
    expect(planOf(5)).not.toEqual(planOf(6));
  });

  it('returns the found path when there is no time to shorten it', () => {
    const problem: PlanProblem = { start: left, goals: [right], space };
    const plan = expectPlanned(planPath(furnish(walls), problem, { ...quick, shortening: { checks: 0 } }));
    expect(plan.statistics.length).toBe(plan.statistics.foundLength);
    expect(findTouch(plan.path, walls, 0.005)).toBeUndefined();
  });

  it('uses any goal that can be reached', () => {
    const goals = [[0, 2.3, 1, 0, 0, 0], right];
    const plan = expectPlanned(planPath(furnish(walls), { start: left, goals, space }, quick));
    expect(plan.goalIndex).toBe(1);
  });

  it('returns paths that are valid by other code among random obstacles, for any seed', () => {
    // Around the arm, not on its base.
    const angle = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true });
    const place = fc
      .tuple(angle, fc.double({ min: 0.55, max: 1.1, noNaN: true }), fc.double({ min: -0.1, max: 1, noNaN: true }))
      .map(([turn, distance, z]): Vec3 => [distance * Math.cos(turn), distance * Math.sin(turn), z]);
    const size = fc.double({ min: 0.05, max: 0.35, noNaN: true });
    const thing: fc.Arbitrary<PlainObstacle> = fc.oneof(
      fc.tuple(place, size, size, size).map(([center, a, b, c]) => box(center, [a, b, c])),
      fc.tuple(place, size).map(([center, diameter]): PlainObstacle => {
        return { kind: 'sphere', center, radius: diameter / 2 };
      }),
    );
    const planRuns = propertyRuns(6, 25);
    let planned = 0;
    fc.assert(
      fc.property(fc.array(thing, { minLength: 2, maxLength: 6 }), fc.integer(), (things, seed) => {
        const random = createRandom(seed);
        const draw = () => space.lower.map((low, axis) => low + ((space.upper[axis] ?? 0) - low) * random.next());
        const find = () => Array.from({ length: 200 }, draw).find((q) => !touchesSomething(q, things));
        const [start = readyJoints, goal = readyJoints] = [find(), find()];
        const budget = { planning: { checks: 20_000 }, shortening: { checks: 1_000 } };
        const plan = planPath(furnish(things), { start, goals: [goal], space }, { ...budget, seed });
        if (plan.kind === 'refused') return;
        planned += 1;
        expect(findTouch(plan.path, things, 0.01)).toBeUndefined();
      }),
      { numRuns: planRuns, seed: 1 },
    );
    expect(planned).toBeGreaterThan(planRuns / 3);
  });
});

describe('a plan that fails', () => {
  const refusalOf = (problem: PlanProblem, obstacles: readonly PlainObstacle[] = [], options = {}) => {
    const result = planPath(furnish(obstacles), problem, { ...quick, ...options });
    return result.kind === 'refused' ? result.refusal : undefined;
  };

  it('names the pair that touches at the start and at the goal', () => {
    const low = [0, 2.3, 1, 0, 0, 0];
    const pair = { other: 'floor', otherKind: 'obstacle' };
    expect(refusalOf({ start: low, goals: [right], space })).toMatchObject({ kind: 'startInCollision', pair });
    expect(refusalOf({ start: right, goals: [low], space })).toMatchObject({ kind: 'goalInCollision', pair });
  });

  it('names the joint that is out of its limits', () => {
    const start = [0, 0, 3.1, 0, 0, 0];
    expect(refusalOf({ start, goals: [right], space })).toEqual({ kind: 'startOutOfLimits', joint: 2, angle: 3.1 });
    const goalRefusal = refusalOf({ start: right, goals: [start], space });
    expect(goalRefusal).toEqual({ kind: 'goalOutOfLimits', joint: 2, angle: 3.1 });
  });

  it('reports a target without configurations as unreachable', () => {
    expect(refusalOf({ start: right, goals: [], space })).toEqual({ kind: 'unreachable' });
  });

  it('refuses five joints and invalid numbers', () => {
    expect(refusalOf({ start: [0, 0, 0, 0, 0], goals: [right], space })).toMatchObject({ kind: 'invalidRequest' });
    const noNumber = [0, 0, Number.NaN, 0, 0, 0];
    expect(refusalOf({ start: left, goals: [noNumber], space })).toMatchObject({ kind: 'invalidRequest' });
    const endless = { lower: space.lower, upper: space.upper.map(() => Number.POSITIVE_INFINITY) };
    expect(refusalOf({ start: left, goals: [right], space: endless })).toMatchObject({ kind: 'invalidRequest' });
  });

  it('stops when its checks are used up', () => {
    const cage = [box([0, 0, 0.5], [4, 0.02, 4])].map((slab): PlainObstacle => {
      return slab.kind === 'box' ? { ...slab, pose: { ...slab.pose, y: middle.y * 0.6, x: middle.x * 0.6 } } : slab;
    });
    const spent = refusalOf({ start: left, goals: [right], space }, [...walls, ...cage], { planning: { checks: 300 } });
    expect(['budgetSpent', 'startInCollision', 'goalInCollision']).toContain(spent?.kind);
    expect(refusalOf({ start: left, goals: [right], space }, walls, { planning: { checks: 1 } })).toEqual({
      kind: 'budgetSpent',
    });
  });

  it('stops at its time limit, by the given clock', () => {
    let now = 0;
    const clock = () => {
      now += 1;
      return now;
    };
    const options = { planning: { milliseconds: 3 }, clock };
    expect(refusalOf({ start: left, goals: [right], space }, walls, options)).toEqual({ kind: 'budgetSpent' });
  });

  it('stops when its caller cancels it', () => {
    const options = { isCancelled: () => true };
    expect(refusalOf({ start: left, goals: [right], space }, walls, options)).toEqual({ kind: 'cancelled' });
  });
});

describe('keeping the tool level', () => {
  const down = kinematics.computeTip(readyJoints);
  const direction: Vec3 = [down[2] ?? 0, down[6] ?? 0, down[10] ?? 0];
  const tolerance = 0.05;
  const constraint = keepToolAxis(kinematics, { axis: [0, 0, 1], direction, tolerance });
  const leanOf = (q: ArrayLike<number>) => {
    const tip = kinematics.computeTip(q);
    return Math.acos(
      Math.min(1, (tip[2] ?? 0) * direction[0] + (tip[6] ?? 0) * direction[1] + (tip[10] ?? 0) * direction[2]),
    );
  };

  it('applies along the whole path, not only at waypoints', () => {
    const goal = Float64Array.from([1.4, 0.5, 1.3, -0.4, -1.6, 0.8]);
    expect(constraint.project(goal)).toBe(true);
    const tip = kinematics.computeTipPose([0.7, 0.3, 1.4, -0.2, -1.57, 0.4]);
    const post = box([tip.x, tip.y, tip.z - 0.3], [0.06, 0.06, 0.6]);
    const plan = expectPlanned(
      planPath(furnish([post]), { start: readyJoints, goals: [goal], space, constraint }, quick),
    );
    for (const [index, to] of plan.path.entries()) {
      const from = plan.path[index - 1] ?? to;
      for (let t = 0; t <= 1; t += 0.1) {
        expect(leanOf(from.map((angle, axis) => angle + ((to[axis] ?? 0) - angle) * t))).toBeLessThanOrEqual(tolerance);
      }
    }
    expect(findTouch(plan.path, [post], 0.002)).toBeUndefined();
  });

  it('refuses a start that is not level', () => {
    const start = [0, 0, 0.5, 0, 0, 0];
    const result = planPath(furnish([]), { start, goals: [readyJoints], space, constraint }, quick);
    expect(result).toMatchObject({ refusal: { kind: 'startBreaksConstraint' } });
  });
});
