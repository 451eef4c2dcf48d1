import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  composePoses,
  createTransforms,
  distancePoses,
  identityPose,
  interpolatePoses,
  invertPose,
  invertTransform,
  isValidPose,
  makePose,
  multiplyTransforms,
  normalizeQuaternion,
  type Pose,
  poseOfTransform,
  relativePose,
  transformFromPose,
  transformPoint,
} from './index.ts';

const component = fc.double({ min: -1, max: 1, noNaN: true });
const pose = fc
  .record({ x: component, y: component, z: component, i: component, j: component, k: component, w: component })
  .filter((p) => Math.hypot(p.i, p.j, p.k, p.w) > 0.1)
  .map((p) => makePose([p.x, p.y, p.z], normalizeQuaternion(p)));

function expectSamePose(a: Pose, b: Pose): void {
  const { translation, rotation } = distancePoses(a, b);
  expect(translation).toBeLessThan(1e-12);
  expect(rotation).toBeLessThan(1e-7);
}

describe('poses', () => {
  it('compose with their inverse to the identity', () => {
    fc.assert(fc.property(pose, (p) => expectSamePose(composePoses(p, invertPose(p)), identityPose)));
  });

  it('relate: reference · relative = target', () => {
    fc.assert(fc.property(pose, pose, (a, b) => expectSamePose(composePoses(a, relativePose(a, b)), b)));
  });

  it('interpolate from one end to the other', () => {
    fc.assert(
      fc.property(pose, pose, (a, b) => {
        expectSamePose(interpolatePoses(a, b, 0), a);
        expectSamePose(interpolatePoses(a, b, 1), b);
      }),
    );
  });

  it('reject NaN, infinities and a long quaternion', () => {
    expect(isValidPose(identityPose)).toBe(true);
    expect(isValidPose({ ...identityPose, x: Number.NaN })).toBe(false);
    expect(isValidPose({ ...identityPose, z: Number.POSITIVE_INFINITY })).toBe(false);
    expect(isValidPose({ ...identityPose, w: 1.1 })).toBe(false);
  });
});

describe('transforms', () => {
  it('convert back to every pose', () => {
    fc.assert(fc.property(pose, (p) => expectSamePose(poseOfTransform(transformFromPose(p)), p)));
  });

  it('multiply as poses compose', () => {
    fc.assert(
      fc.property(pose, pose, (a, b) => {
        const out = createTransforms();
        multiplyTransforms(out, 0, transformFromPose(a), 0, transformFromPose(b), 0);
        expectSamePose(poseOfTransform(out), composePoses(a, b));
      }),
    );
  });

  it('invert as poses do', () => {
    fc.assert(
      fc.property(pose, (p) => {
        const out = createTransforms();
        invertTransform(out, 0, transformFromPose(p), 0);
        expectSamePose(poseOfTransform(out), invertPose(p));
      }),
    );
  });

  it('write at an offset without changing the neighbours', () => {
    const out = createTransforms(3);
    const moved = transformFromPose({ ...identityPose, x: 2 });
    multiplyTransforms(out, 12, moved, 0, moved, 0);
    expect(poseOfTransform(out, 12).x).toBe(4);
    expect(poseOfTransform(out, 0)).toEqual(identityPose);
    expect(poseOfTransform(out, 24)).toEqual(identityPose);
  });

  it('move points as the pose does', () => {
    const half = Math.SQRT1_2;
    expect(
      transformPoint({ x: 1, y: 0, z: 0, i: 0, j: 0, k: half, w: half }, [1, 0, 0]).map(
        (v) => Math.round(v * 1e9) / 1e9,
      ),
    ).toEqual([1, 1, 0]);
  });
});
