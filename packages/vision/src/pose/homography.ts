import type { Vec3 } from '@cellwright/geometry';
import { solveLeastSquares } from '../solve/linear.ts';
import type { Pixel } from './lens-camera.ts';

/**
 * Finds how a flat board is mapped to points: eight numbers, row by row, the ninth is 1. Undefined if the points do not
 * determine it.
 */
export function homographyOf(board: readonly Vec3[], points: readonly Pixel[]): readonly number[] | undefined {
  const rows: number[][] = [];
  const right: number[] = [];
  for (const [index, [x, y]] of board.entries()) {
    const point = points[index];
    if (!point) return undefined;
    rows.push([x, y, 1, 0, 0, 0, -point.x * x, -point.x * y], [0, 0, 0, x, y, 1, -point.y * x, -point.y * y]);
    right.push(point.x, point.y);
  }
  return solveLeastSquares(rows, right);
}
