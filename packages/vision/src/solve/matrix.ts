import { solveLinear } from './linear.ts';

/** Rows of numbers. */
export type Matrix = readonly (readonly number[])[];

export function zeros(rows: number, columns: number): number[][] {
  return Array.from({ length: rows }, () => new Array<number>(columns).fill(0));
}

/** Inverse of a small matrix; undefined if it has none. */
export function invertMatrix(matrix: Matrix): number[][] | undefined {
  // Parameters differ by orders of magnitude: each is scaled by its own diagonal.
  const scales = matrix.map((row, index) => 1 / Math.sqrt(Math.max(Math.abs(row[index] ?? 0), Number.MIN_VALUE)));
  const scaled = matrix.map((row, at) => row.map((value, column) => value * (scales[at] ?? 1) * (scales[column] ?? 1)));
  const columns: number[][] = [];
  for (const index of matrix.keys()) {
    const column = solveLinear(
      scaled,
      matrix.map((_, at) => (at === index ? 1 : 0)),
    );
    if (!column) return undefined;
    columns.push(column);
  }
  return matrix.map((_, row) =>
    columns.map((column, at) => (column[row] ?? 0) * (scales[row] ?? 1) * (scales[at] ?? 1)),
  );
}

/** Products of each column of one list with each of the other. */
export function multiplyTransposed(one: Matrix, other: Matrix): number[][] {
  return one.map((column) =>
    other.map((behind) => column.reduce((sum, value, at) => sum + value * (behind[at] ?? 0), 0)),
  );
}
