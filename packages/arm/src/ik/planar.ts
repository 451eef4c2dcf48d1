/** Sine of the elbow below which the two postures are the same within rounding. */
const mergedElbow = 5e-8;

/** Distance from the shoulder, m, below which the direction to the end is rounding. */
const foldedRadius = 5e-10;

/** Two links in a plane, m, and the distance by which a point may be out of reach and still count as reached. */
export interface PlanarArm {
  readonly upper: number;
  readonly fore: number;
  readonly tolerance: number;
  /** Assumed bend (sine) of a posture that is out of reach by less than the tolerance. */
  readonly clampedSine: number;
}

/** Postures of a planar arm; `sine` is that of the elbow, `second` the shoulder angle with the elbow at −elbow. */
export interface PlanarPostures {
  /** Number of postures: 0, 1 or 2. */
  count: number;
  elbow: number;
  sine: number;
  first: number;
  second: number;
  /** True if the arm is folded onto its shoulder, whose angle is then free. */
  isFolded: boolean;
}

export function createPlanarPostures(): PlanarPostures {
  // Fractions make the engine store these fields as doubles from the beginning.
  return { count: 0, elbow: 0.5, sine: 0.5, first: 0.5, second: 0.5, isFolded: false };
}

/** Finds the angles (rad, counter-clockwise) at which the end of the forearm link is at x, y; writes into `out`. */
export function solvePlanarArm(arm: PlanarArm, x: number, y: number, out: PlanarPostures): void {
  const { upper, fore } = arm;
  const squared = x * x + y * y;
  const radius = Math.sqrt(squared);
  const longest = upper + fore;
  const shortest = Math.abs(upper - fore);
  // Factored, because the difference of squares would lose half the digits near the ends of the reach.
  const sineSquared = (longest - radius) * (longest + radius) * (radius - shortest) * (radius + shortest);
  const scale = 2 * upper * fore;
  let sine: number;
  let cosine: number;
  if (sineSquared > 0) {
    sine = Math.sqrt(sineSquared) / scale;
    cosine = (squared - upper * upper - fore * fore) / scale;
  } else if (radius - longest > arm.tolerance || shortest - radius > arm.tolerance) {
    out.count = 0;
    return;
  } else {
    sine = arm.clampedSine;
    const isStretched = 2 * radius > longest + shortest;
    cosine = isStretched ? Math.sqrt(1 - sine * sine) : -Math.sqrt(1 - sine * sine);
  }
  const along = upper + fore * cosine;
  const across = fore * sine;
  out.sine = sine;
  out.elbow = Math.atan2(sine, cosine);
  out.first = Math.atan2(y * along - x * across, x * along + y * across);
  out.isFolded = radius <= foldedRadius;
  if (sine < mergedElbow) {
    out.count = 1;
    return;
  }
  out.count = 2;
  out.second = Math.atan2(y * along + x * across, x * along - y * across);
}
