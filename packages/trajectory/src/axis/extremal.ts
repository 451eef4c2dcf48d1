import type { AxisLimits, AxisState } from './profile.ts';

/**
 * Motions between two states that cover the greatest distance in a given time.
 *
 * Among all motions of duration T between two states that keep the limits, the one that covers the greatest distance has
 * the jerk pattern + − + (Pontryagin: the costate of the acceleration is a convex parabola), with the acceleration held
 * where it meets its limits and the velocity held where it meets its maximum. With D half the total swing of the
 * acceleration, C = α² − γ² its balance (α the first extreme, γ the second), everything is explicit in T:
 *
 *     D = (J·T + a0 − a1) / 2,   C = J·(v1 − v0) + (a0² − a1²) / 2
 *     no limit met        α = (D + C/D) / 2,  γ = α − D
 *     α at its limit A    (A − γ)² = 2·A·D − C
 *     γ at its limit −B   (α + B)² = 2·B·D + C
 *
 * and the distance grows with T at the rate w = v(end of first extreme) + (α² − α·γ) / (2J), or the cruising velocity.
 * The motions that cover the least distance are these for the negated problem. The set of admissible motions is convex,
 * so a weighted mean of both reaches every distance in between: {@link AxisProblem} needs nothing else.
 */
export class ExtremalFamily {
  /** Durations of the seven phases of jerk +, 0, −, 0, −, 0, + after {@link solve}. */
  readonly phases = new Float64Array(7);
  /** Distance covered, after {@link solve}. */
  distance = 0;
  /** Growth of the distance with the duration, rad/s, after {@link solve}. */
  growth = 0;
  /** Shortest duration for which the motion cruises at the maximum velocity. */
  readonly cruiseFrom: number;
  readonly balance: number;
  private readonly riseToCruise: number;
  private readonly riseHold: number;
  private readonly fallFromCruise: number;
  private readonly fallHold: number;

  constructor(
    readonly v0: number,
    readonly a0: number,
    readonly v1: number,
    readonly a1: number,
    readonly maxVelocity: number,
    readonly maxAcceleration: number,
    readonly maxDeceleration: number,
    readonly jerk: number,
  ) {
    const J = jerk;
    this.balance = J * (v1 - v0) + (a0 * a0 - a1 * a1) / 2;
    const rise = Math.sqrt(Math.max(0, J * (maxVelocity - v0) + (a0 * a0) / 2));
    this.riseToCruise = Math.max(Math.min(rise, maxAcceleration), a0, 0);
    this.riseHold = holdFor(rise, this.riseToCruise, J);
    const fall = Math.sqrt(Math.max(0, J * (maxVelocity - v1) + (a1 * a1) / 2));
    this.fallFromCruise = Math.max(Math.min(fall, maxDeceleration), -a1, 0);
    this.fallHold = holdFor(fall, this.fallFromCruise, J);
    this.cruiseFrom = (2 * (this.riseToCruise + this.fallFromCruise) - a0 + a1) / J + this.riseHold + this.fallHold;
  }

  /** Sets phases, distance and growth for a motion of `duration` seconds. */
  solve(duration: number): void {
    if (duration >= this.cruiseFrom) this.cruise(duration - this.cruiseFrom);
    else this.peak(duration);
    this.measure();
  }

  /** Returns the duration of a motion whose acceleration swings by twice `swing` in total (D above), without holds. */
  durationOfSwing(swing: number): number {
    return (2 * swing - this.a0 + this.a1) / this.jerk;
  }

  private cruise(time: number): void {
    const { phases, jerk: J, riseToCruise, fallFromCruise } = this;
    phases[0] = (riseToCruise - this.a0) / J;
    phases[1] = this.riseHold;
    phases[2] = riseToCruise / J;
    phases[3] = time;
    phases[4] = fallFromCruise / J;
    phases[5] = this.fallHold;
    phases[6] = Math.max(0, (this.a1 + fallFromCruise) / J);
    this.growth = this.maxVelocity;
  }

  private peak(duration: number): void {
    const { a0, a1, jerk: J, maxAcceleration: A, maxDeceleration: B, balance: C } = this;
    const D = Math.max(0, (J * duration + a0 - a1) / 2);
    let high = D > 0 ? (D + C / D) / 2 : a1;
    if (high - D > a1) high = a1 + D;
    if (high < a0) high = a0;
    if (high <= A && high - D >= -B) this.setPeak(high, high - D, 0, 0);
    else this.holdPeak(D);
  }

  /** Computes the peak with the acceleration held at its upper limit, its lower limit, or both. */
  private holdPeak(D: number): void {
    const { a0, a1, jerk: J, maxAcceleration: A, maxDeceleration: B, balance: C } = this;
    const holds = (2 * (D - A - B)) / J;
    const gain = (C - A * A + B * B) / J;
    const highHold = (B * holds + gain) / (A + B);
    const lowHold = (A * holds - gain) / (A + B);
    if (highHold >= 0 && lowHold >= 0) {
      this.setPeak(A, -B, highHold, lowHold);
    } else if (highHold > lowHold) {
      const low = Math.min(a1, A - Math.sqrt(Math.max(0, 2 * A * D - C)));
      this.setPeak(A, low, Math.max(0, (2 * (D - A + low)) / J), 0);
    } else {
      const high = Math.max(a0, Math.sqrt(Math.max(0, 2 * B * D + C)) - B);
      this.setPeak(high, -B, 0, Math.max(0, (2 * (D - high - B)) / J));
    }
  }

  private setPeak(high: number, low: number, highHold: number, lowHold: number): void {
    const { a0, a1, phases, jerk: J } = this;
    phases[0] = (high - a0) / J;
    phases[1] = highHold;
    phases[2] = (high - low) / J;
    phases[3] = 0;
    phases[4] = 0;
    phases[5] = lowHold;
    phases[6] = Math.max(0, (a1 - low) / J);
    this.growth = this.v0 + (2 * high * high - a0 * a0 - high * low) / (2 * J) + high * highHold;
  }

  private measure(): void {
    const { phases, jerk: J } = this;
    let p = 0;
    let v = this.v0;
    let a = this.a0;
    for (let phase = 0; phase < 7; phase++) {
      const h = phases[phase] ?? 0;
      const j = J * (PATTERN[phase] ?? 0);
      p += h * (v + h * (a / 2 + (h * j) / 6));
      v += h * (a + (h * j) / 2);
      a += h * j;
    }
    this.distance = p;
  }
}

/** Signs of the jerk in the seven phases of an extremal motion. */
export const PATTERN: readonly number[] = [1, 0, -1, 0, -1, 0, 1];

/** Returns the seconds for which the limit is held when the acceleration would have peaked at `wanted`. */
function holdFor(wanted: number, limit: number, jerk: number): number {
  return wanted > limit && limit > 0 ? (wanted * wanted - limit * limit) / (jerk * limit) : 0;
}

/** Returns the family that covers the greatest distance. */
export function furthest(start: AxisState, target: AxisState, limits: AxisLimits): ExtremalFamily {
  const { maxVelocity, maxAcceleration, minAcceleration, jerk } = limits;
  const { velocity: v0, acceleration: a0 } = start;
  return new ExtremalFamily(
    v0,
    a0,
    target.velocity,
    target.acceleration,
    maxVelocity,
    maxAcceleration,
    -minAcceleration,
    jerk,
  );
}

/**
 * Returns the family that covers the least distance, negated: its distances, phases and jerks are those of the negated
 * motion.
 */
export function nearest(start: AxisState, target: AxisState, limits: AxisLimits): ExtremalFamily {
  const { minVelocity, maxAcceleration, minAcceleration, jerk } = limits;
  const { velocity: v0, acceleration: a0 } = start;
  return new ExtremalFamily(
    -v0,
    -a0,
    -target.velocity,
    -target.acceleration,
    -minVelocity,
    -minAcceleration,
    maxAcceleration,
    jerk,
  );
}
