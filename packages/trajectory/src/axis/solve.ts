/** A function with its slope, written to `out` so that a solver allocates nothing. */
export type SlopedFunction = (x: number, out: { value: number; slope: number }) => void;

const MAX_ITERATIONS = 100;

/**
 * Returns the zero of a function that changes sign once between `low` and `high`. Uses Newton's steps where they stay
 * inside the bracket and shrink it fast enough, otherwise bisection. Accurate to the last bits of x.
 */
export function solveMonotone(f: SlopedFunction, low: number, high: number): number {
  const out = { value: 0, slope: 0 };
  f(low, out);
  if (out.value === 0) return low;
  const rising = out.value < 0;
  let a = low;
  let b = high;
  let x = (a + b) / 2;
  let lastStep = b - a;
  for (let i = 0; i < MAX_ITERATIONS; i++) {
    f(x, out);
    if (out.value === 0) return x;
    if (out.value < 0 === rising) a = x;
    else b = x;
    let next = x - out.value / out.slope;
    if (!(next > a && next < b) || Math.abs(next - x) * 2 > lastStep) next = (a + b) / 2;
    const step = Math.abs(next - x);
    if (step <= Number.EPSILON * Math.abs(x) || next === x || b - a <= Number.EPSILON * Math.abs(b)) return next;
    lastStep = step;
    x = next;
  }
  return x;
}
