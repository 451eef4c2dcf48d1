/**
 * Rows of three coefficients each: row · (c[i], c[i+1], c[i+2]), i the row's start. Three, because a quadratic
 * B-spline has three coefficients on any of its intervals.
 */
export interface Rows {
  readonly count: number;
  readonly starts: Int32Array;
  readonly coefficients: Float64Array;
}

/**
 * Minimum-time problem over the coefficients c of the squared rate b(x) = (dx/dt)², x the parameter of a path: minimise
 * Σ weight / √(time row) subject to the constraints below.
 */
export interface RateProblem {
  readonly size: number;
  readonly times: Rows;
  readonly weights: Float64Array;
  /** row < 1: velocities and tool speed. */
  readonly ceilings: Rows;
  /** |row| < 1: accelerations, in units of their limits. */
  readonly accelerations: Rows;
  /** |row| < 1/√b: jerks, in units of their limits and divided by the rate. */
  readonly jerks: Rows;
  /** Rows that give b at each jerk row. */
  readonly jerkRates: Rows;
}

/** Returns row · (c[i], c[i+1], c[i+2]). */
export function rowValue({ starts, coefficients }: Rows, row: number, c: Float64Array): number {
  const k = starts[row] ?? 0;
  const i = 3 * row;
  return (
    (coefficients[i] ?? 0) * (c[k] ?? 0) +
    (coefficients[i + 1] ?? 0) * (c[k + 1] ?? 0) +
    (coefficients[i + 2] ?? 0) * (c[k + 2] ?? 0)
  );
}

export function timeOf({ times, weights }: RateProblem, c: Float64Array): number {
  let time = 0;
  for (let row = 0; row < times.count; row++) time += (weights[row] ?? 0) / Math.sqrt(rowValue(times, row, c));
  return time;
}

/** Share of every constraint that may be used at the start: a rate on the edge of a constraint cannot move. */
const START_SHARE = 0.9;

/** Scales the whole rate so that it keeps every constraint with some margin. */
export function scaleInside(problem: RateProblem, c: Float64Array): Float64Array {
  const { ceilings, accelerations, jerks } = problem;
  let use = 0;
  for (let row = 0; row < ceilings.count; row++) use = Math.max(use, rowValue(ceilings, row, c));
  for (let row = 0; row < accelerations.count; row++) use = Math.max(use, Math.abs(rowValue(accelerations, row, c)));
  for (let row = 0; row < jerks.count; row++) {
    const jerk = jerkUse(problem, row, c);
    use = Math.max(use, Math.cbrt(jerk * jerk));
  }
  return c.map((value) => (value * START_SHARE) / use);
}

/**
 * Returns a first guess at the rate: the constant rate that the constraints allow around each coefficient, and at most
 * twice that of a neighbour, because no limit lets the rate jump.
 */
export function guessRates({ size, ceilings, accelerations, jerks }: RateProblem): Float64Array {
  const rates = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
  const lower = (rows: Rows, exponent: number) => {
    for (let row = 0; row < rows.count; row++) {
      const i = 3 * row;
      const c = rows.coefficients;
      const bound = Math.abs((c[i] ?? 0) + (c[i + 1] ?? 0) + (c[i + 2] ?? 0)) ** exponent;
      const k = rows.starts[row] ?? 0;
      for (let j = k; j < k + 3; j++) rates[j] = Math.min(rates[j] ?? 0, bound);
    }
  };
  lower(ceilings, -1);
  lower(accelerations, -1);
  lower(jerks, -2 / 3);
  for (let k = 1; k < size; k++) rates[k] = Math.min(rates[k] ?? 0, 2 * (rates[k - 1] ?? 0));
  for (let k = size - 2; k >= 0; k--) rates[k] = Math.min(rates[k] ?? 0, 2 * (rates[k + 1] ?? 0));
  return rates;
}

/** Returns the greatest share of its limit that any acceleration or jerk uses. */
export function largestUse(problem: RateProblem, c: Float64Array): number {
  let most = 0;
  const { accelerations, jerks } = problem;
  for (let row = 0; row < accelerations.count; row++) most = Math.max(most, Math.abs(rowValue(accelerations, row, c)));
  for (let row = 0; row < jerks.count; row++) most = Math.max(most, jerkUse(problem, row, c));
  return most;
}

/** Returns the used share of a jerk limit. Jerk grows with the third power of the rate; b is its square. */
function jerkUse({ jerks, jerkRates }: RateProblem, row: number, c: Float64Array): number {
  return Math.abs(rowValue(jerks, row, c)) * Math.sqrt(rowValue(jerkRates, row, c));
}

/**
 * Returns the problem without the accelerations and jerks of which `guess` uses less than a share, because few of them
 * limit the motion. The caller must check that the result keeps those as well.
 */
export function keepNear(problem: RateProblem, guess: Float64Array, share: number): RateProblem {
  const { accelerations, jerks, jerkRates } = problem;
  const nearJerks = indicesOf(jerks, (row) => jerkUse(problem, row, guess) >= share);
  return {
    ...problem,
    accelerations: pick(
      accelerations,
      indicesOf(accelerations, (row) => Math.abs(rowValue(accelerations, row, guess)) >= share),
    ),
    jerks: pick(jerks, nearJerks),
    jerkRates: pick(jerkRates, nearJerks),
  };
}

function indicesOf({ count }: Rows, isMeant: (row: number) => boolean): number[] {
  const indices: number[] = [];
  for (let row = 0; row < count; row++) if (isMeant(row)) indices.push(row);
  return indices;
}

function pick({ starts, coefficients }: Rows, indices: readonly number[]): Rows {
  const picked: Rows = {
    count: indices.length,
    starts: new Int32Array(indices.length),
    coefficients: new Float64Array(3 * indices.length),
  };
  indices.forEach((row, index) => {
    picked.starts[index] = starts[row] ?? 0;
    picked.coefficients.set(coefficients.subarray(3 * row, 3 * row + 3), 3 * index);
  });
  return picked;
}
