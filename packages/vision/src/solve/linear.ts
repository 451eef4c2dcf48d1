/** Solves a·x = b for a small square matrix, row by row, by elimination with pivots. Undefined if it has no inverse. */
export function solveLinear(a: readonly (readonly number[])[], b: readonly number[]): number[] | undefined {
  const size = b.length;
  const rows = a.map((row, index) => [...row, b[index] ?? 0]);
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < size; row += 1)
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = row;
    const chosen = rows[pivot];
    const replaced = rows[column];
    const head = chosen?.[column] ?? 0;
    if (!chosen || !replaced || Math.abs(head) < Number.MIN_VALUE * 1e10) return undefined;
    rows[pivot] = replaced;
    rows[column] = chosen;
    for (let row = column + 1; row < size; row += 1) eliminate(rows[row] ?? [], chosen, column, head);
  }
  const solution = new Array<number>(size).fill(0);
  for (let row = size - 1; row >= 0; row -= 1) {
    const line = rows[row] ?? [];
    let rest = line[size] ?? 0;
    for (let column = row + 1; column < size; column += 1) rest -= (line[column] ?? 0) * (solution[column] ?? 0);
    solution[row] = rest / (line[row] ?? 1);
  }
  return solution.every(Number.isFinite) ? solution : undefined;
}

function eliminate(row: number[], pivot: readonly number[], column: number, head: number): void {
  const factor = (row[column] ?? 0) / head;
  if (factor === 0) return;
  for (let at = column; at < pivot.length; at += 1) row[at] = (row[at] ?? 0) - factor * (pivot[at] ?? 0);
}

/** Normal equations of a linear least-squares problem. */
export function solveLeastSquares(
  rows: readonly (readonly number[])[],
  right: readonly number[],
): number[] | undefined {
  const size = rows[0]?.length ?? 0;
  const normal = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  const sums = new Array<number>(size).fill(0);
  for (const [index, row] of rows.entries()) {
    for (const [i, value] of row.entries()) {
      const line = normal[i];
      if (!line || value === 0) continue;
      sums[i] = (sums[i] ?? 0) + value * (right[index] ?? 0);
      for (const [j, other] of row.entries()) line[j] = (line[j] ?? 0) + value * other;
    }
  }
  return solveLinear(normal, sums);
}
