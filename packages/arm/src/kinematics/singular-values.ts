const size = 6;
const sweeps = 30;

/**
 * Returns the singular values of a 6×6 row-major matrix, unsorted, by one-sided Jacobi rotations (accurate for small
 * ones too).
 */
export function singularValues6(matrix: Float64Array): number[] {
  const work = Float64Array.from(matrix);
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    let rotated = false;
    for (let p = 0; p < size - 1; p += 1) {
      for (let q = p + 1; q < size; q += 1) rotated = orthogonalizeColumns(work, p, q) || rotated;
    }
    if (!rotated) break;
  }
  return Array.from({ length: size }, (_, column) => {
    let sum = 0;
    for (let row = 0; row < size; row += 1) sum += (work[row * size + column] ?? 0) ** 2;
    return Math.sqrt(sum);
  });
}

/** Rotates two columns until they are orthogonal; returns false when they already were. */
function orthogonalizeColumns(work: Float64Array, p: number, q: number): boolean {
  let pp = 0;
  let qq = 0;
  let pq = 0;
  for (let row = 0; row < size; row += 1) {
    const a = work[row * size + p] ?? 0;
    const b = work[row * size + q] ?? 0;
    pp += a * a;
    qq += b * b;
    pq += a * b;
  }
  if (Math.abs(pq) <= 1e-16 * Math.sqrt(pp * qq) || pq === 0) return false;
  const zeta = (qq - pp) / (2 * pq);
  const tangent = Math.sign(zeta || 1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  const sine = cosine * tangent;
  for (let row = 0; row < size; row += 1) {
    const a = work[row * size + p] ?? 0;
    const b = work[row * size + q] ?? 0;
    work[row * size + p] = cosine * a - sine * b;
    work[row * size + q] = sine * a + cosine * b;
  }
  return true;
}
