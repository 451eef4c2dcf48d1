import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Weave, WeaveAlongSeam, weavePatterns } from './weave.ts';

const zigzag: Weave = { pattern: 'zigzag', period: 0.005, amplitude: 0.003, leftDwell: 0, rightDwell: 0 };
const weaves = fc.record({
  pattern: fc.constantFrom(...weavePatterns),
  period: fc.double({ min: 0.002, max: 0.02, noNaN: true }),
  amplitude: fc.double({ min: 0.0005, max: 0.01, noNaN: true }),
  leftDwell: fc.double({ min: 0, max: 0.002, noNaN: true }),
  rightDwell: fc.double({ min: 0, max: 0.002, noNaN: true }),
});
const lengths = fc.double({ min: 0.01, max: 0.3, noNaN: true });

describe('WeaveAlongSeam', () => {
  it('goes to both edges in each period, the left one first', () => {
    const weave = new WeaveAlongSeam(zigzag, 0.05);
    expect(weave.period).toBeCloseTo(0.005, 12);
    expect(weave.offsetAt(0.00625).lateral).toBeCloseTo(0.003, 9);
    expect(weave.offsetAt(0.00875).lateral).toBeCloseTo(-0.003, 9);
    expect(weave.offsetAt(0.0075).lateral).toBeCloseTo(0, 9);
  });

  it('stays at an edge for the length of its dwell, at most a quarter of the period', () => {
    const stayed = (leftDwell: number) => {
      const weave = new WeaveAlongSeam({ ...zigzag, leftDwell }, 0.05);
      const places = Array.from({ length: 5001 }, (_, index) => 0.005 + index * 1e-6);
      return places.filter((distance) => weave.offsetAt(distance).lateral > 0.003 - 1e-5).length * 1e-6;
    };
    expect(stayed(0.001) - stayed(0)).toBeCloseTo(0.001 - 0.005 / 8, 4);
    expect(stayed(0.004)).toBe(stayed(0.00125));
  });

  it('rises from the root to the left and the right edge in a triangle, and round in a circle', () => {
    const triangle = new WeaveAlongSeam({ ...zigzag, pattern: 'triangle' }, 0.05);
    const circle = new WeaveAlongSeam({ ...zigzag, pattern: 'circle' }, 0.05);
    expect(triangle.offsetAt(0.005)).toEqual({ lateral: 0, height: 0 });
    const [left, right] = [triangle.offsetAt(0.005 + 0.005 / 3), triangle.offsetAt(0.01 - 0.005 / 3)];
    expect([left.lateral, left.height, right.lateral, right.height].map((value) => Number(value.toFixed(9)))).toEqual([
      0.003, 0.003, -0.003, 0.003,
    ]);
    const top = circle.offsetAt(0.0075);
    expect([top.lateral, top.height].map((value) => Number(value.toFixed(9)) + 0)).toEqual([0, 0.006]);
  });

  it('bends at its corners only', () => {
    const weave = new WeaveAlongSeam(zigzag, 0.05);
    const step = 1e-5;
    for (const middle of [0.005, 0.0075, 0.01]) {
      const [before = 0, here = 0, after = 0] = [-step, 0, step].map((shift) => weave.offsetAt(middle + shift).lateral);
      expect(Math.abs(before - 2 * here + after) / step ** 2).toBeLessThan(1e-3);
    }
  });

  it('begins and ends on the seam, along the seam', () => {
    fc.assert(
      fc.property(weaves, lengths, (weave, length) => {
        const along = new WeaveAlongSeam(weave, length);
        for (const end of [0, length]) {
          const inside = Math.abs(end - along.period * 1e-4);
          const { lateral, height } = along.offsetAt(end);
          expect(Math.hypot(lateral, height)).toBe(0);
          const near = along.offsetAt(inside);
          expect(Math.hypot(near.lateral, near.height)).toBeLessThan(weave.amplitude * 1e-6);
        }
      }),
    );
  });

  it('never leaves its edges, and never bends more than it claims', () => {
    fc.assert(
      fc.property(weaves, lengths, fc.double({ min: 0, max: 1, noNaN: true }), (weave, length, share) => {
        const along = new WeaveAlongSeam(weave, length);
        const step = along.period * 1e-3;
        const middle = step + share * (length - 2 * step);
        const [before, here, after] = [-step, 0, step].map((shift) => along.offsetAt(middle + shift));
        if (!before || !here || !after) throw new Error('three places');
        expect(Math.abs(here.lateral)).toBeLessThanOrEqual(weave.amplitude * (1 + 1e-9));
        const bend = (key: 'lateral' | 'height') => (before[key] - 2 * here[key] + after[key]) / step ** 2;
        expect(Math.hypot(bend('lateral'), bend('height'))).toBeLessThanOrEqual(along.maxBend * (1 + 1e-6));
      }),
    );
  });
});
