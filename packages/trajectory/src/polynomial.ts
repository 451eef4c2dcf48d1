/** Evaluates Σ c[k]·x^k. */
export function evaluatePolynomial(c: readonly number[], x: number): number {
  let sum = 0;
  for (let k = c.length - 1; k >= 0; k--) sum = sum * x + (c[k] ?? 0);
  return sum;
}

/** Returns the coefficients of the derivative, lowest order first. */
export function derivePolynomial(c: readonly number[]): number[] {
  return c.slice(1).map((value, k) => value * (k + 1));
}

/**
 * Returns the real roots of a polynomial inside [low, high], ascending. Between neighbouring extrema (the roots of the
 * derivative) it is monotone, so each sign change brackets one root. Extrema that touch zero are returned too.
 */
export function findRoots(c: readonly number[], low: number, high: number): number[] {
  const degree = trimDegree(c);
  if (degree < 1 || !(high >= low)) return [];
  const c0 = c[0] ?? 0;
  const c1 = c[1] ?? 0;
  if (degree === 1) {
    const root = -c0 / c1;
    return root >= low && root <= high ? [root] : [];
  }
  const knots = [low, ...findRoots(derivePolynomial(c.slice(0, degree + 1)), low, high), high];
  const roots: number[] = [];
  for (let i = 0; i + 1 < knots.length; i++) {
    const root = solveBracket(c, knots[i] ?? low, knots[i + 1] ?? high);
    if (root !== undefined && root !== roots[roots.length - 1]) roots.push(root);
  }
  return roots;
}

function trimDegree(c: readonly number[]): number {
  let degree = c.length - 1;
  while (degree > 0 && c[degree] === 0) degree--;
  return degree;
}

/** Returns the root between two points of opposite sign, by bisection to the last bit. */
function solveBracket(c: readonly number[], low: number, high: number): number | undefined {
  const atLow = evaluatePolynomial(c, low);
  const atHigh = evaluatePolynomial(c, high);
  if (atLow === 0) return low;
  if (atHigh === 0) return high;
  if (atLow > 0 === atHigh > 0) return undefined;
  let a = low;
  let b = high;
  for (let i = 0; i < 80; i++) {
    const middle = (a + b) / 2;
    if (middle <= a || middle >= b) break;
    if (evaluatePolynomial(c, middle) > 0 === atLow > 0) a = middle;
    else b = middle;
  }
  return (a + b) / 2;
}
