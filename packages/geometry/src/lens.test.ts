import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Lens, noDistortion, pixelOf, rayOf } from './lens.ts';

const webcam: Lens = {
  fx: 610,
  fy: 612,
  cx: 321.5,
  cy: 238.25,
  distortion: { k1: -0.12, k2: 0.05, p1: 0.001, p2: -0.0007, k3: -0.01 },
};

describe('pixelOf', () => {
  it('projects a point as a pinhole does', () => {
    expect(pixelOf({ ...webcam, distortion: noDistortion }, [0.1, -0.2, 0.5])).toEqual([443.5, -6.550000000000011]);
  });

  it('bends a point as Brown and Conrady do', () => {
    // u = 0.2 and v = 0.1: r² = 0.05, radial factor 1 − 0.12·0.05 + 0.05·0.0025 − 0.01·0.000125.
    const radial = 0.99412375;
    const u = 0.2 * radial + 2 * 0.001 * 0.02 - 0.0007 * (0.05 + 0.08);
    const v = 0.1 * radial + 0.001 * (0.05 + 0.02) - 2 * 0.0007 * 0.02;
    const [x = 0, y = 0] = pixelOf(webcam, [0.4, 0.2, 2]) ?? [];
    expect(x).toBeCloseTo(610 * u + 321.5, 9);
    expect(y).toBeCloseTo(612 * v + 238.25, 9);
  });

  it('returns nothing for a point behind the camera', () => {
    expect(pixelOf(webcam, [0, 0, -1])).toBeUndefined();
    expect(pixelOf(webcam, [0, 0, 0])).toBeUndefined();
  });

  it('undoes rayOf at every pixel', () => {
    const pixel = fc.tuple(fc.double({ min: 0, max: 639, noNaN: true }), fc.double({ min: 0, max: 479, noNaN: true }));
    fc.assert(
      fc.property(pixel, (at) => {
        const [x = 0, y = 0] = pixelOf(webcam, rayOf(webcam, at)) ?? [];
        expect(Math.hypot(x - at[0], y - at[1])).toBeLessThan(1e-6);
      }),
      { numRuns: 300 },
    );
  });
});
