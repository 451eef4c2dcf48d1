import { rotateVec3, type Vec3 } from '@cellwright/geometry';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rotationOntoAxis } from './axes.ts';

describe('rotationOntoAxis', () => {
  const expectTurned = ([x, y, z]: Vec3) => {
    const length = Math.hypot(x, y, z);
    const turned = rotateVec3(rotationOntoAxis([x, y, z]), [0, 0, 1]);
    for (const [index, part] of [x, y, z].entries()) expect(turned[index]).toBeCloseTo(part / length, 12);
  };

  it('turns z onto any axis', () => {
    const part = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(part, part, part, (x, y, z) => {
        fc.pre(Math.hypot(x, y, z) > 1e-3);
        expectTurned([x, y, z]);
      }),
    );
  });

  it('keeps its precision arbitrarily close to the opposite direction', () => {
    for (const off of [0, 1e-320, 1e-16, 1e-9, 3e-5, 1e-3]) expectTurned([off, -off, -1]);
  });
});
