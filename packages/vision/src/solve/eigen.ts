export interface Eigen {
  readonly value: number;
  readonly vector: readonly number[];
}

const maxSweeps = 60;

/** Eigenvalues and unit eigenvectors of a small symmetric matrix, the largest first (Jacobi rotations). */
export function eigenOfSymmetric(matrix: readonly (readonly number[])[]): Eigen[] {
  const size = matrix.length;
  const a = matrix.map((row) => [...row]);
  const vectors = matrix.map((_, row) => matrix.map((__, column) => (row === column ? 1 : 0)));
  for (let sweep = 0; sweep < maxSweeps; sweep += 1) {
    let off = 0;
    for (let p = 0; p < size; p += 1) for (let q = p + 1; q < size; q += 1) off += (a[p]?.[q] ?? 0) ** 2;
    if (off < 1e-300) break;
    for (let p = 0; p < size; p += 1) for (let q = p + 1; q < size; q += 1) rotate(a, vectors, p, q);
  }
  return a
    .map((row, index) => ({ value: row[index] ?? 0, vector: vectors.map((line) => line[index] ?? 0) }))
    .sort((one, other) => other.value - one.value);
}

/** Makes one pair of elements beside the diagonal zero. */
function rotate(a: number[][], vectors: number[][], p: number, q: number): void {
  const apq = a[p]?.[q] ?? 0;
  if (apq === 0) return;
  const theta = ((a[q]?.[q] ?? 0) - (a[p]?.[p] ?? 0)) / (2 * apq);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const cosine = 1 / Math.hypot(tangent, 1);
  const sine = tangent * cosine;
  for (const row of a) turnPair(row, p, q, cosine, sine);
  const rowP = a[p] ?? [];
  const rowQ = a[q] ?? [];
  for (let k = 0; k < rowP.length; k += 1) {
    const [before, behind] = [rowP[k] ?? 0, rowQ[k] ?? 0];
    rowP[k] = cosine * before - sine * behind;
    rowQ[k] = sine * before + cosine * behind;
  }
  for (const row of vectors) turnPair(row, p, q, cosine, sine);
}

function turnPair(row: number[], p: number, q: number, cosine: number, sine: number): void {
  const [before, behind] = [row[p] ?? 0, row[q] ?? 0];
  row[p] = cosine * before - sine * behind;
  row[q] = sine * before + cosine * behind;
}
