import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planStitches, stitchEndTolerance } from './stitch.ts';

const lengths = fc.double({ min: 0.01, max: 0.3, noNaN: true });

describe('planStitches', () => {
  const stitches = fc.double({ min: 0.006, max: 0.05, noNaN: true });

  it('alternates beads and gaps of the given lengths', () => {
    const parts = planStitches({ stitch: 0.02, space: 0.01 }, 0.08);
    expect(parts.map(({ from, to, isBead }) => [Number(from.toFixed(6)), Number(to.toFixed(6)), isBead])).toEqual([
      [0, 0.02, true],
      [0.02, 0.03, false],
      [0.03, 0.05, true],
      [0.05, 0.06, false],
      [0.06, 0.08, true],
    ]);
  });

  it('covers the seam without overlaps from its start, and has no bead shorter than the tolerance', () => {
    fc.assert(
      fc.property(stitches, stitches, lengths, (stitch, space, length) => {
        const parts = planStitches({ stitch, space }, length);
        parts.forEach(({ from, to, isBead }, index) => {
          expect(isBead).toBe(index % 2 === 0);
          expect(from).toBe(parts[index - 1]?.to ?? 0);
          if (!isBead) return;
          expect(to - from).toBeGreaterThanOrEqual(Math.min(stitchEndTolerance, length));
          expect(to - from).toBeLessThanOrEqual(stitch + stitchEndTolerance + 1e-9);
        });
        expect(parts.at(-1)?.isBead).toBe(true);
      }),
    );
  });
});
