const size = 6;
const normal = new Float64Array(size * size);

/**
 * Solves (JᵀWJ + damping·I)·step = JᵀW·error by Cholesky; W weights the linear rows by `weight`. Returns false when the
 * matrix is not positive definite to machine precision (NaN among the inputs).
 */
export function solveDamped(
  jacobian: Float64Array,
  error: Float64Array,
  weight: number,
  damping: number,
  step: Float64Array,
): boolean {
  for (let row = 0; row < size; row += 1) {
    const a0 = (jacobian[row] ?? 0) * weight;
    const a1 = (jacobian[row + 6] ?? 0) * weight;
    const a2 = (jacobian[row + 12] ?? 0) * weight;
    const a3 = jacobian[row + 18] ?? 0;
    const a4 = jacobian[row + 24] ?? 0;
    const a5 = jacobian[row + 30] ?? 0;
    for (let column = 0; column <= row; column += 1) {
      normal[row * size + column] =
        a0 * (jacobian[column] ?? 0) +
        a1 * (jacobian[column + 6] ?? 0) +
        a2 * (jacobian[column + 12] ?? 0) +
        a3 * (jacobian[column + 18] ?? 0) +
        a4 * (jacobian[column + 24] ?? 0) +
        a5 * (jacobian[column + 30] ?? 0) +
        (row === column ? damping : 0);
    }
    step[row] =
      a0 * (error[0] ?? 0) +
      a1 * (error[1] ?? 0) +
      a2 * (error[2] ?? 0) +
      a3 * (error[3] ?? 0) +
      a4 * (error[4] ?? 0) +
      a5 * (error[5] ?? 0);
  }
  return factorize() && substitute(step);
}

/** Factorizes in place by Cholesky: the lower triangle becomes L, its diagonal 1/L. */
function factorize(): boolean {
  for (let column = 0; column < size; column += 1) {
    let pivot = normal[column * size + column] ?? 0;
    for (let k = 0; k < column; k += 1) {
      const value = normal[column * size + k] ?? 0;
      pivot -= value * value;
    }
    if (!(pivot > 0)) return false;
    const inverse = 1 / Math.sqrt(pivot);
    normal[column * size + column] = inverse;
    for (let row = column + 1; row < size; row += 1) {
      let sum = normal[row * size + column] ?? 0;
      for (let k = 0; k < column; k += 1) sum -= (normal[row * size + k] ?? 0) * (normal[column * size + k] ?? 0);
      normal[row * size + column] = sum * inverse;
    }
  }
  return true;
}

function substitute(step: Float64Array): boolean {
  for (let row = 0; row < size; row += 1) {
    let sum = step[row] ?? 0;
    for (let k = 0; k < row; k += 1) sum -= (normal[row * size + k] ?? 0) * (step[k] ?? 0);
    step[row] = sum * (normal[row * size + row] ?? 0);
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = step[row] ?? 0;
    for (let k = row + 1; k < size; k += 1) sum -= (normal[k * size + row] ?? 0) * (step[k] ?? 0);
    step[row] = sum * (normal[row * size + row] ?? 0);
  }
  return true;
}
