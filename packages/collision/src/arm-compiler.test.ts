import { createKinematics, defaultArm } from '@cellwright/arm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ArmCompiler } from './arm-compiler.ts';
import { describeArm } from './describe-arm.ts';
import { fitCapsule } from './fit.ts';
import { computeFrames } from './frames.ts';
import { GeneralPairs } from './general-pairs.ts';
import { ObstacleSet } from './obstacle-set.ts';
import { PointTests } from './point-tests.ts';
import { createRandom } from './random.ts';
import { Slots } from './slots.ts';

const lower = defaultArm.joints.map((joint) => joint.limits.lower);
const upper = defaultArm.joints.map((joint) => joint.limits.upper);

function equipDefault() {
  const compiler = new ArmCompiler({ robot: describeArm(defaultArm).robot, lower, upper, margin: 0 });
  const result = compiler.equip([]);
  if (result.kind === 'refused') throw new Error(result.problem.message);
  return result.arm;
}

const { model, pairs } = equipDefault();
const joints = fc.tuple(...lower.map((low, axis) => fc.double({ min: low, max: upper[axis] ?? 0, noNaN: true })));

describe('ArmCompiler', () => {
  it('places the frames as the kinematics does', () => {
    const kinematics = createKinematics(defaultArm);
    fc.assert(
      fc.property(joints, (q) => {
        const frames = new Float64Array(7 * 12);
        computeFrames(model, Float64Array.from(q), 0, frames, 0);
        const links = kinematics.computeLinks(q);
        for (const [body, name] of ['base_link', 'shoulder_link', 'upper_arm_link', 'forearm_link'].entries()) {
          const link = kinematics.indexOfLink(name) * 12;
          for (const axis of [3, 7, 11])
            expect(frames[body * 12 + axis]).toBeCloseTo(links[link + axis] ?? Number.NaN, 12);
        }
      }),
    );
  });

  it('leaves out only pairs that never touch between the joint limits', () => {
    const obstacles = new ObstacleSet();
    const slots = new Slots(model, 1);
    const tests = new PointTests(model, obstacles, slots, new GeneralPairs(obstacles));
    const { count, part } = model.spheres;
    const leaves = [...part.keys()].filter((node) => (part[node] ?? -1) >= 0);
    const left: [number, number][] = [];
    const isMember = (at: Uint8Array, a: number, b: number) => at[a * count + b] === 1;
    for (const a of leaves) {
      for (const b of leaves) {
        if (isMember(pairs.checked.at, a, b) && !isMember(pairs.touchable.at, a, b)) left.push([a, b]);
      }
    }
    expect(left.length).toBeGreaterThan(10);
    const random = createRandom(4);
    for (let sample = 0; sample < 1000; sample += 1) {
      slots.place(
        0,
        Float64Array.from(lower, (low, axis) => low + ((upper[axis] ?? 0) - low) * random.next()),
        0,
      );
      expect(Math.min(...left.map(([a, b]) => tests.ballToBall(a, b, 0)))).toBeGreaterThan(0);
    }
  });
});

describe('fitCapsule', () => {
  it('encloses every point and fits a long shape tightly', () => {
    const coordinate = fc.double({ min: -0.5, max: 0.5, noNaN: true });
    const cloud = fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 4, maxLength: 40 });
    fc.assert(
      fc.property(cloud, (points) => {
        const { placed } = fitCapsule(points.flat());
        if (placed.shape.kind !== 'capsule') throw new Error('no capsule');
        const { radius, length } = placed.shape;
        const { x, y, z, i, j, k, w } = placed.pose;
        const axis = [2 * (i * k + j * w), 2 * (j * k - i * w), 1 - 2 * (i * i + j * j)];
        for (const point of points) {
          const d = [point[0] - x, point[1] - y, point[2] - z];
          const along = d.reduce((sum, value, index) => sum + value * (axis[index] ?? 0), 0);
          const rest = along - Math.min(length / 2, Math.max(-length / 2, along));
          const off = Math.sqrt(Math.max(0, d.reduce((sum, value) => sum + value * value, 0) - along * along));
          expect(Math.hypot(off, rest)).toBeLessThanOrEqual(radius + 1e-6);
        }
      }),
    );
    const rod = Array.from({ length: 20 }, (_, index) => [index * 0.05, 0.01 * (index % 2), 0]).flat();
    const { placed } = fitCapsule(rod);
    expect(placed.shape.kind === 'capsule' && placed.shape.radius).toBeLessThan(0.012);
  });
});
