import { composePoses, makePose, normalizeQuaternion, type Pose } from '@cellwright/geometry';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleDistance } from './brute-force.fixture.ts';
import { CollisionWorld } from './collision-world.ts';
import { createRandom } from './random.ts';
import { between, drawScene } from './random-scenes.fixture.ts';
import type { RobotDescription } from './robot-description.ts';
import type { PlacedShape, Shape } from './shapes.ts';

const identity: Pose = makePose([0, 0, 0], { i: 0, j: 0, k: 0, w: 1 });
const size = fc.double({ min: 0.02, max: 0.6, noNaN: true });
const coordinate = fc.double({ min: -0.8, max: 0.8, noNaN: true });
const component = fc.double({ min: -1, max: 1, noNaN: true });

const pose = fc
  .tuple(coordinate, coordinate, coordinate, component, component, component, component)
  .filter(([, , , i, j, k, w]) => Math.hypot(i, j, k, w) > 0.1)
  .map(([x, y, z, i, j, k, w]) => makePose([x, y, z], normalizeQuaternion({ i, j, k, w })));

const rounded: fc.Arbitrary<Shape> = fc.oneof(
  fc.record({ kind: fc.constant('sphere' as const), radius: size }),
  fc.record({ kind: fc.constant('capsule' as const), radius: size, length: size }),
);
const solid: fc.Arbitrary<Shape> = fc.oneof(
  rounded,
  fc.record({ kind: fc.constant('box' as const), size: fc.tuple(size, size, size) }),
  fc.record({ kind: fc.constant('cylinder' as const), radius: size, length: size }),
  fc.record({ kind: fc.constant('convex' as const), vertices: fc.array(coordinate, { minLength: 15, maxLength: 15 }) }),
);

/** Returns a closed box as triangles. */
const meshBox = (x: number, y: number, z: number): Shape => ({
  kind: 'mesh',
  vertices: [-1, 1].flatMap((i) =>
    [-1, 1].flatMap((j) => [-1, 1].flatMap((k) => [(i * x) / 2, (j * y) / 2, (k * z) / 2])),
  ),
  triangles: [
    0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3,
  ],
});
const obstacle: fc.Arbitrary<Shape> = fc.oneof(
  { weight: 5, arbitrary: solid },
  { weight: 1, arbitrary: fc.constant<Shape>({ kind: 'halfSpace' }) },
  { weight: 1, arbitrary: fc.tuple(size, size, size).map(([x, y, z]) => meshBox(x, y, z)) },
);

/** Describes an arm of one axis with one part at the origin when the axis is at 0. */
function oneAxisArm(part: PlacedShape): RobotDescription {
  return {
    joints: [{ name: 'axis', parent: 'base', child: 'link', kind: 'revolute', origin: identity, axis: [0, 0, 1] }],
    movingJoints: ['axis'],
    links: [
      { name: 'base', parts: [] },
      { name: 'link', parts: [part] },
    ],
  };
}

function createWorld(robot: RobotDescription): CollisionWorld {
  const limits = robot.movingJoints.map(() => Math.PI);
  const result = CollisionWorld.create({ robot, lower: limits.map((value) => -value), upper: limits });
  if (result.kind === 'refused') throw new Error(result.problem.message);
  return result.world;
}

function clearanceBetween(a: PlacedShape, b: PlacedShape): number {
  const world = createWorld(oneAxisArm(a));
  expect(world.addObstacle('thing', b)).toEqual({ kind: 'added' });
  return world.measureClearance([0]).clearance;
}

describe('signed clearance from an obstacle', () => {
  it('never exceeds the distance between random points of both solids', () => {
    fc.assert(
      fc.property(solid, pose, obstacle, pose, fc.integer(), (shapeA, poseA, shapeB, poseB, seed) => {
        const a = { shape: shapeA, pose: poseA };
        const b = { shape: shapeB, pose: poseB };
        const random = createRandom(seed);
        expect(clearanceBetween(a, b)).toBeLessThanOrEqual(sampleDistance(a, b, 60, () => random.next()) + 1e-9);
      }),
      { numRuns: propertyRuns(100, 400) },
    );
  });

  it('equals the known distance of simple solids', () => {
    const at = (x: number, y: number, z: number) => makePose([x, y, z], { i: 0, j: 0, k: 0, w: 1 });
    const box: Shape = { kind: 'box', size: [0.2, 0.2, 0.2] };
    const capsule: Shape = { kind: 'capsule', radius: 0.05, length: 0.4 };
    const ball: Shape = { kind: 'sphere', radius: 0.1 };
    const can: Shape = { kind: 'cylinder', radius: 0.1, length: 0.2 };
    const gap = (a: Shape, poseA: Pose, b: Shape, poseB: Pose) =>
      clearanceBetween({ shape: a, pose: poseA }, { shape: b, pose: poseB });
    expect(gap(box, identity, box, at(0.5, 0, 0))).toBeCloseTo(0.3, 7);
    expect(gap(box, identity, box, at(0.5, 0.6, 0))).toBeCloseTo(0.5, 7);
    expect(gap(capsule, identity, box, at(0, 0, 0.5))).toBeCloseTo(0.15, 6);
    expect(gap(capsule, identity, box, at(0.3, 0, 0))).toBeCloseTo(0.15, 6);
    expect(gap(ball, identity, can, at(0.5, 0, 0))).toBeCloseTo(0.3, 9);
    expect(gap(can, identity, can, at(0, 0.6, 0.1))).toBeCloseTo(0.4, 6);
    expect(gap(ball, at(0, 0, 0.3), { kind: 'halfSpace' }, identity)).toBeCloseTo(0.2, 12);
    expect(gap(ball, at(0, 0, -0.3), { kind: 'halfSpace' }, identity)).toBeCloseTo(-0.4, 12);
    expect(gap(ball, at(0.06, 0, 0), box, identity)).toBeCloseTo(-0.14, 12);
    expect(gap(box, identity, box, at(0.15, 0, 0))).toBeCloseTo(-0.05, 3);
    expect(gap(ball, identity, meshBox(0.2, 0.2, 0.2), at(0.5, 0, 0))).toBeCloseTo(0.3, 5);
    expect(gap(ball, at(0.05, 0, 0), meshBox(0.4, 0.4, 0.4), identity)).toBeCloseTo(-0.25, 5);
    expect(gap(capsule, identity, meshBox(0.2, 0.2, 0.2), at(0.4, 0, 0))).toBeCloseTo(0.25, 5);
  });

  it('equals the known distance of a rotated cylinder along its axis, where its rim has no direction', () => {
    fc.assert(
      fc.property(pose, size, size, fc.double({ min: 0.05, max: 0.5, noNaN: true }), (placed, radius, length, gap) => {
        const can = { shape: { kind: 'cylinder' as const, radius, length }, pose: placed };
        const above = composePoses(placed, makePose([0, 0, length / 2 + gap], { i: 0, j: 0, k: 0, w: 1 }));
        for (const shape of [
          { kind: 'sphere', radius: 0.01 },
          { kind: 'cylinder', radius, length: 0.02 },
        ] as const) {
          expect(clearanceBetween({ shape, pose: above }, can)).toBeCloseTo(gap - 0.01, 6);
        }
      }),
      { numRuns: propertyRuns(100, 400) },
    );
  });

  it('approximates the distance between rounded solids and boxes', () => {
    fc.assert(
      fc.property(rounded, pose, size, pose, (shape, poseA, edge, poseB) => {
        const a = { shape, pose: poseA };
        const b: PlacedShape = { shape: { kind: 'box', size: [edge, edge, edge] }, pose: poseB };
        const random = createRandom(7);
        const sampled = sampleDistance(a, b, 300, () => random.next());
        // Random points miss the nearest ones by about their spacing.
        if (sampled > 0.3) expect(clearanceBetween(a, b)).toBeGreaterThan(sampled - 0.2);
      }),
      { numRuns: propertyRuns(10, 30) },
    );
  });
});

describe('signed clearance of a moving arm', () => {
  it('from everything is the smaller of that from obstacles and that from itself, each with its own pair', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = createRandom(seed);
        const { world } = drawScene(random);
        const q = Array.from({ length: 4 }, () => between(random, -3, 3));
        const [all, fromObstacles, fromItself] = (['everything', 'obstacles', 'links'] as const).map((among) =>
          world.measureClearance(q, 10, among),
        );
        expect(all?.clearance).toBe(Math.min(fromObstacles?.clearance ?? 0, fromItself?.clearance ?? 0));
        expect(fromObstacles?.pair?.otherKind).toBe('obstacle');
        expect(fromItself?.pair?.otherKind ?? 'link').toBe('link');
      }),
      { numRuns: propertyRuns(50, 1000) },
    );
  });
});
