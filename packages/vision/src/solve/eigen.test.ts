import { createRandom } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { eigenOfSymmetric } from './eigen.ts';
import { invertMatrix } from './matrix.ts';

/** Random symmetric matrix with positive eigenvalues. */
function drawMatrix(size: number, seed: number): number[][] {
  const random = createRandom(seed);
  const root = Array.from({ length: size }, () => Array.from({ length: size }, () => 2 * random() - 1));
  return root.map((row) => root.map((other) => row.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)));
}

const apply = (matrix: readonly (readonly number[])[], vector: readonly number[]) =>
  matrix.map((row) => row.reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0));

describe('eigenOfSymmetric', () => {
  it('finds vectors that a matrix only stretches, the longest first', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const matrix = drawMatrix(4, seed);
      const found = eigenOfSymmetric(matrix);
      expect(found.map(({ value }) => value)).toEqual(found.map(({ value }) => value).sort((a, b) => b - a));
      for (const { value, vector } of found) {
        expect(Math.hypot(...vector)).toBeCloseTo(1, 9);
        for (const [at, stretched] of apply(matrix, vector).entries())
          expect(stretched).toBeCloseTo(value * (vector[at] ?? 0), 9);
      }
    }
  });
});

describe('invertMatrix', () => {
  it('gives the identity together with the matrix', () => {
    const matrix = drawMatrix(6, 3).map((row, at) => row.map((value, to) => value * 10 ** (at + to - 6)));
    const inverse = invertMatrix(matrix) ?? [];
    for (const [at, row] of matrix.entries())
      for (const to of matrix.keys())
        expect(row.reduce((sum, value, k) => sum + value * (inverse[k]?.[to] ?? 0), 0)).toBeCloseTo(
          at === to ? 1 : 0,
          6,
        );
  });

  it('finds none for a matrix whose rows depend on each other', () => {
    expect(
      invertMatrix([
        [0, 0],
        [0, 0],
      ]),
    ).toBeUndefined();
  });
});
