import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  angleBetweenQuaternions,
  eulerDegreesFromQuaternion,
  isUnitQuaternion,
  multiplyQuaternions,
  normalizeQuaternion,
  type Quaternion,
  quaternionFromAxisAngle,
  quaternionFromEulerDegrees,
  quaternionFromRotationVector,
  quaternionFromRpy,
  rotateVec3,
  rotationVectorFromQuaternion,
  rpyFromQuaternion,
  slerpQuaternions,
} from './index.ts';

const component = fc.double({ min: -1, max: 1, noNaN: true });
const rotation = fc
  .record({ i: component, j: component, k: component, w: component })
  .filter((q) => Math.hypot(q.i, q.j, q.k, q.w) > 0.1)
  .map(normalizeQuaternion);

function expectSameRotation(a: Quaternion, b: Quaternion, within = 1e-9): void {
  expect(angleBetweenQuaternions(a, b)).toBeLessThan(within);
}

describe('isUnitQuaternion', () => {
  it('accepts a squared norm off by 0.01, such as that of 0.707', () => {
    const rounded = Math.round(Math.SQRT1_2 * 1000) / 1000;
    expect(isUnitQuaternion({ i: 0, j: 0, k: rounded, w: rounded })).toBe(true);
    expect(isUnitQuaternion({ i: 0, j: 0, k: 0, w: Math.sqrt(1.0099) })).toBe(true);
    expect(isUnitQuaternion({ i: 0, j: 0, k: 0, w: Math.sqrt(1.0101) })).toBe(false);
    expect(isUnitQuaternion({ i: 0, j: 0, k: 0, w: 0 })).toBe(false);
  });

  it('refuses NaN and infinities', () => {
    expect(isUnitQuaternion({ i: Number.NaN, j: 0, k: 0, w: 1 })).toBe(false);
    expect(isUnitQuaternion({ i: Number.POSITIVE_INFINITY, j: 0, k: 0, w: 1 })).toBe(false);
  });
});

describe('roll, pitch, yaw', () => {
  it('turns about the fixed x, then y, then z axis', () => {
    const q = quaternionFromRpy([Math.PI / 2, 0, Math.PI / 2]);
    const [x, y, z] = rotateVec3(q, [0, 1, 0]);
    // y turns to z about x; z stays where it is about z.
    expect([x, y, z].map((value) => Math.round(value * 1e12) / 1e12 + 0)).toEqual([0, 0, 1]);
  });

  it('converts back to every rotation, at ±90° pitch too', () => {
    fc.assert(fc.property(rotation, (q) => expectSameRotation(quaternionFromRpy(rpyFromQuaternion(q)), q)));
    for (const offset of [0, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4]) {
      for (const pitch of [Math.PI / 2 - offset, offset - Math.PI / 2]) {
        const q = quaternionFromRpy([0.3, pitch, -1.1]);
        expectSameRotation(quaternionFromRpy(rpyFromQuaternion(q)), q);
      }
    }
  });

  it('uses the same convention in degrees for offsets', () => {
    expectSameRotation(quaternionFromEulerDegrees([90, 0, 45]), quaternionFromRpy([Math.PI / 2, 0, Math.PI / 4]));
    const degrees = eulerDegreesFromQuaternion(quaternionFromEulerDegrees([10, 20, 30]));
    degrees.forEach((value, index) => {
      expect(value).toBeCloseTo((index + 1) * 10, 9);
    });
  });
});

describe('slerpQuaternions', () => {
  it('takes the shorter rotation whatever the signs', () => {
    fc.assert(
      fc.property(rotation, rotation, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, t) => {
        const whole = angleBetweenQuaternions(a, b);
        const negated = { i: -b.i, j: -b.j, k: -b.k, w: -b.w };
        const at = slerpQuaternions(a, negated, t);
        expect(angleBetweenQuaternions(a, at)).toBeCloseTo(whole * t, 6);
        expect(angleBetweenQuaternions(at, b)).toBeCloseTo(whole * (1 - t), 6);
      }),
    );
  });

  it('returns exactly 0 as the angle from a rotation to itself, also with negated numbers', () => {
    fc.assert(
      fc.property(rotation, (q) => {
        expect(angleBetweenQuaternions(q, { ...q })).toBe(0);
        expect(angleBetweenQuaternions(q, { i: -q.i, j: -q.j, k: -q.k, w: -q.w })).toBe(0);
      }),
    );
  });

  it('remains exact between nearly equal rotations', () => {
    const a = quaternionFromAxisAngle([0, 0, 1], 0.4);
    const b = quaternionFromAxisAngle([0, 0, 1], 0.4 + 2e-8);
    expect(angleBetweenQuaternions(a, slerpQuaternions(a, b, 0.5))).toBeCloseTo(1e-8, 12);
  });
});

describe('a rotation vector', () => {
  it('converts back to every rotation', () => {
    fc.assert(
      fc.property(rotation, (q) =>
        expectSameRotation(quaternionFromRotationVector(rotationVectorFromQuaternion(q)), q),
      ),
    );
  });

  it('keeps tiny rotations', () => {
    const vector = rotationVectorFromQuaternion(quaternionFromRotationVector([1e-13, 0, 0]));
    expect(vector[0]).toBeCloseTo(1e-13, 18);
  });
});

describe('multiplyQuaternions', () => {
  it('rotates by the right factor first', () => {
    const aboutX = quaternionFromAxisAngle([1, 0, 0], Math.PI / 2);
    const aboutZ = quaternionFromAxisAngle([0, 0, 1], Math.PI / 2);
    const [x, y, z] = rotateVec3(multiplyQuaternions(aboutZ, aboutX), [0, 1, 0]);
    expect([x, y, z].map((value) => Math.round(value * 1e12) / 1e12 + 0)).toEqual([0, 0, 1]);
  });
});
