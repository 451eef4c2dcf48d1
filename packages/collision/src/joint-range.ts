/** Reserve of the proofs that balls stay apart between the limits, rad. */
const tolerance = 1e-8;

/** The joint limits within which pairs of links were proved never to meet. */
export class JointRange {
  readonly lower: Float64Array;
  readonly upper: Float64Array;

  /** Limits in rad. */
  constructor(lower: ArrayLike<number>, upper: ArrayLike<number>) {
    this.lower = Float64Array.from(lower, (angle) => angle - tolerance);
    this.upper = Float64Array.from(upper, (angle) => angle + tolerance);
  }

  /**
   * True if a configuration, in q from `offset` on, is within the limits, even when every joint strays by `strays`,
   * rad.
   */
  holds(q: Float64Array, offset: number, strays?: Float64Array): boolean {
    const { lower, upper } = this;
    for (let axis = 0; axis < lower.length; axis += 1) {
      const angle = q[offset + axis] ?? 0;
      const stray = strays?.[axis] ?? 0;
      if (!(angle - stray >= (lower[axis] ?? 0) && angle + stray <= (upper[axis] ?? 0))) return false;
    }
    return true;
  }
}
