import { identityPose, type Pose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { cutSeam, lengthOf, linearise, longestChord } from './seam.ts';

const at = (x: number, y = 0): Pose => ({ ...identityPose, x, y });
const placesOf = (pieces: ReturnType<typeof cutSeam>) => pieces.map(({ from, to, leg }) => [from.x, to.x, leg]);

describe('A seam', () => {
  it('returns its pieces between two distances, across its corners', () => {
    const pieces = linearise(at(0), [{ to: at(0.1) }, { to: at(0.2) }]);
    expect(lengthOf(pieces)).toBeCloseTo(0.2, 12);
    expect(placesOf(cutSeam(pieces, 0.05, 0.15))).toEqual([
      [0.05, 0.1, 0],
      [0.1, expect.closeTo(0.15), 1],
    ]);
    expect(placesOf(cutSeam(pieces, 0.1, 0.2))).toEqual([[0.1, 0.2, 1]]);
  });

  it('has chords of at most 5 mm instead of an arc, on its circle', () => {
    const radius = 0.05;
    const on = (angle: number) => at(radius * Math.cos(angle), radius * Math.sin(angle));
    const pieces = linearise(on(0), [{ to: on(Math.PI), via: on(Math.PI / 2) }]);
    expect(pieces.length).toBe(Math.ceil((Math.PI * radius) / longestChord));
    for (const { to } of pieces) expect(Math.hypot(to.x, to.y)).toBeCloseTo(radius, 9);
    expect(lengthOf(pieces)).toBeCloseTo(Math.PI * radius, 3);
  });

  it('has one straight piece for an arc through three points on a line', () => {
    expect(linearise(at(0), [{ to: at(0.1), via: at(0.05) }])).toHaveLength(1);
  });
});
