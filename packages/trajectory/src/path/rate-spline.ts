/** Coefficients of a value on one interval: value = Σ weights[i]·c[interval + i]. */
export type SplineWeights = readonly [number, number, number];

/**
 * A quadratic B-spline over the knots x[0] < … < x[N] with clamped ends and N + 2 coefficients: continuous slope, a
 * constant second derivative on each interval.
 */
export class RateSpline {
  constructor(readonly x: readonly number[]) {}

  get intervals(): number {
    return this.x.length - 1;
  }

  get size(): number {
    return this.x.length + 1;
  }

  /** Returns the weights of value, slope and second derivative a fraction `u` into an interval. */
  weightsAt(interval: number, u: number): { value: SplineWeights; slope: SplineWeights; bend: SplineWeights } {
    const { x } = this;
    const from = x[interval] ?? 0;
    const to = x[interval + 1] ?? 0;
    const h = to - from;
    const left = to - (x[interval - 1] ?? from);
    const right = (x[interval + 2] ?? to) - from;
    const first = 2 / left;
    const last = 2 / right;
    const bend: SplineWeights = [first / h, -(first + last) / h, last / h];
    const slope: SplineWeights = [-first * (1 - u), first * (1 - u) - last * u, last * u];
    // At the interval's start the value lies between the first two coefficients.
    const share = (left - h) / left;
    const d = u * h;
    const value: SplineWeights = [
      1 - share - first * d + (bend[0] * d * d) / 2,
      share + first * d + (bend[1] * d * d) / 2,
      (bend[2] * d * d) / 2,
    ];
    return { value, slope, bend };
  }

  /** Applies weights of an interval to coefficients. */
  apply(weights: SplineWeights, c: Float64Array, interval: number): number {
    return weights[0] * (c[interval] ?? 0) + weights[1] * (c[interval + 1] ?? 0) + weights[2] * (c[interval + 2] ?? 0);
  }

  /** Returns the value at x. */
  valueAt(x: number, c: Float64Array): number {
    let low = 0;
    let high = this.intervals;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.x[middle] ?? 0) <= x) low = middle;
      else high = middle;
    }
    const from = this.x[low] ?? 0;
    const u = (x - from) / ((this.x[low + 1] ?? 1) - from);
    return this.apply(this.weightsAt(low, u).value, c, low);
  }

  /** Returns the x around which a coefficient has its influence. */
  centreOf(coefficient: number): number {
    const last = this.x.length - 1;
    return ((this.x[Math.max(0, coefficient - 1)] ?? 0) + (this.x[Math.min(last, coefficient)] ?? 0)) / 2;
  }
}
