import { COEFFICIENTS_PER_JOINT, fitHermite } from '../hermite.ts';
import type { Trajectory } from '../trajectory.ts';
import { trajectoryJointCount } from '../trajectory.ts';

/** Properties of the arm that carries a tool, to bound its speed between samples. All joints are revolute. */
export interface ToolArm {
  /** Tool speed in m/s for joint positions and velocities. */
  readonly speedAt: (positions: ArrayLike<number>, velocities: ArrayLike<number>) => number;
  /** Maximum distance in metres between the tool and the axis of each joint. */
  readonly levers: readonly number[];
}

/** Relative distance between the bound and the speed, and so the loss of time it causes. */
const CLOSENESS = 3e-5;
/** Maximum depth of bisection; a segment at this depth counts with its bound. */
const MAX_DEPTH = 24;

/**
 * Returns a tight upper bound on the tool's speed over a trajectory, m/s. If the speed is at most `floor`, the bound
 * may be anything up to `floor`. Undefined without an arm.
 *
 * The square f of the speed leaves the chord between two samples by at most h²/8 · |f″|, and f″ is bounded by the
 * joints' rates and the levers. Segments are bisected until the error is small enough.
 */
export function boundToolSpeed(trajectory: Trajectory, { arm }: { readonly arm?: ToolArm | undefined }, floor = 0) {
  return arm === undefined ? undefined : new SpeedBound(arm, trajectoryJointCount(trajectory)).over(trajectory, floor);
}

class SpeedBound {
  private readonly coefficients: Float64Array;
  private readonly positions: Float64Array;
  private readonly velocities: Float64Array;
  /** Greatest squared speed found so far. */
  private most = 0;
  private bound = 0;

  constructor(
    private readonly arm: ToolArm,
    private readonly joints: number,
  ) {
    this.coefficients = new Float64Array(joints * COEFFICIENTS_PER_JOINT);
    this.positions = new Float64Array(joints);
    this.velocities = new Float64Array(joints);
  }

  over({ points }: Trajectory, floor: number): number {
    this.most = (floor * floor) / (1 + CLOSENESS) ** 2;
    this.bound = 0;
    points.forEach((from, index) => {
      const to = points[index + 1];
      if (to === undefined) return;
      const h = to.timeFromStart - from.timeFromStart;
      fitHermite(from, to, this.coefficients);
      this.descend(0, this.squareAt(0), h, this.squareAt(h), 0);
    });
    return Math.sqrt(this.bound);
  }

  private descend(from: number, atFrom: number, to: number, atTo: number, depth: number): void {
    const h = to - from;
    this.most = Math.max(this.most, atFrom, atTo);
    const above = Math.max(atFrom, atTo) + ((h * h) / 8) * this.boundBend((from + to) / 2, h / 2);
    if (above <= this.most * (1 + CLOSENESS) ** 2 || depth >= MAX_DEPTH) {
      this.bound = Math.max(this.bound, above);
      return;
    }
    const middle = (from + to) / 2;
    const atMiddle = this.squareAt(middle);
    this.descend(from, atFrom, middle, atMiddle, depth + 1);
    this.descend(middle, atMiddle, to, atTo, depth + 1);
  }

  private squareAt(s: number): number {
    const c = this.coefficients;
    for (let joint = 0; joint < this.joints; joint++) {
      const i = joint * COEFFICIENTS_PER_JOINT;
      const [c1, c2, c3, c4, c5] = [c[i + 1] ?? 0, c[i + 2] ?? 0, c[i + 3] ?? 0, c[i + 4] ?? 0, c[i + 5] ?? 0];
      this.positions[joint] = (c[i] ?? 0) + s * (c1 + s * (c2 + s * (c3 + s * (c4 + s * c5))));
      this.velocities[joint] = c1 + s * (2 * c2 + s * (3 * c3 + s * (4 * c4 + s * 5 * c5)));
    }
    return this.arm.speedAt(this.positions, this.velocities) ** 2;
  }

  /**
   * Returns a bound on |f″| = 2·|p″·p″ + p′·p‴| within `r` of `middle`. Joints i ≤ j ≤ … move the tool by at most the
   * lever of the last of them, whatever the order of the derivative.
   */
  private boundBend(middle: number, r: number): number {
    const c = this.coefficients;
    const { levers } = this.arm;
    let [rates, pushes] = [0, 0];
    let [speed, acceleration, jerk] = [0, 0, 0];
    for (let joint = 0; joint < this.joints; joint++) {
      const i = joint * COEFFICIENTS_PER_JOINT;
      const [c1, c2, c3, c4, c5] = [c[i + 1] ?? 0, c[i + 2] ?? 0, c[i + 3] ?? 0, c[i + 4] ?? 0, c[i + 5] ?? 0];
      const s = middle;
      const fifth = Math.abs(120 * c5);
      const fourth = Math.abs(24 * c4 + s * 120 * c5) + r * fifth;
      const third = Math.abs(6 * c3 + s * (24 * c4 + s * 60 * c5)) + r * fourth;
      const push = Math.abs(2 * c2 + s * (6 * c3 + s * (12 * c4 + s * 20 * c5))) + r * third;
      const rate = Math.abs(c1 + s * (2 * c2 + s * (3 * c3 + s * (4 * c4 + s * 5 * c5)))) + r * push;
      const lever = levers[joint] ?? Number.POSITIVE_INFINITY;
      const nextRates = rates + rate;
      const nextPushes = pushes + push;
      speed += lever * rate;
      acceleration += lever * (nextRates ** 2 - rates ** 2 + push);
      jerk += lever * (nextRates ** 3 - rates ** 3 + 3 * (nextPushes * nextRates - pushes * rates) + third);
      rates = nextRates;
      pushes = nextPushes;
    }
    return 2 * (acceleration * acceleration + speed * jerk);
  }
}
