import type { Kinematics } from '@cellwright/arm';
import { normalizeVec3, type Vec3 } from '@cellwright/geometry';

/** A condition along a whole path, not only at its ends. */
export interface PathConstraint {
  isSatisfied(q: Float64Array, offset: number): boolean;
  /**
   * Changes a configuration as little as possible so that the constraint holds with a margin; false when that fails.
   */
  project(q: Float64Array): boolean;
  /** Maximum sum of joint angles between two projected configurations between which the constraint holds, rad. */
  readonly longestStep: number;
}

export interface ToolAxisOptions {
  /** Constrained axis of the tool frame. */
  readonly axis: Vec3;
  /** Direction of the axis, in the arm's root frame. */
  readonly direction: Vec3;
  /** Maximum tilt, rad. */
  readonly tolerance: number;
}

export interface ToolAxisConstraint extends PathConstraint {
  /** Returns the tilt of the axis, rad. */
  leanOf(q: ArrayLike<number>): number;
}

const projectionRounds = 12;
const damping = 1e-8;

/**
 * Creates a constraint that keeps an axis of the tool along a direction, free to turn about it: the tool stays level.
 */
export function keepToolAxis(kinematics: Kinematics, options: ToolAxisOptions): ToolAxisConstraint {
  const axis = normalizeVec3(options.axis);
  const direction = normalizeVec3(options.direction);
  const { tolerance } = options;
  const jacobian = new Float64Array(36);
  const held = new Float64Array(3);
  const turn = new Float64Array(3);
  const change = new Float64Array(6);

  /** Writes the constrained axis in the root frame; returns its tilt, rad. */
  const measureLean = (q: ArrayLike<number>): number => {
    const tip = kinematics.computeTip(q);
    for (let row = 0; row < 3; row += 1) {
      const r = row * 4;
      held[row] = (tip[r] ?? 0) * axis[0] + (tip[r + 1] ?? 0) * axis[1] + (tip[r + 2] ?? 0) * axis[2];
    }
    const [x = 0, y = 0, z = 0] = held;
    turn[0] = y * direction[2] - z * direction[1];
    turn[1] = z * direction[0] - x * direction[2];
    turn[2] = x * direction[1] - y * direction[0];
    const sine = Math.hypot(turn[0] ?? 0, turn[1] ?? 0, turn[2] ?? 0);
    return Math.atan2(sine, x * direction[0] + y * direction[1] + z * direction[2]);
  };

  return {
    // The chord between two axes within half the tolerance leaves the other half for the curvature in between: angle² /
    // 8.
    longestStep: Math.sqrt(3.6 * Math.min(tolerance, 1)),
    leanOf: measureLean,
    isSatisfied: (q, offset) => measureLean(q.subarray(offset, offset + 6)) <= tolerance,
    project(q) {
      for (let round = 0; round < projectionRounds; round += 1) {
        const lean = measureLean(q);
        if (lean <= tolerance / 2) return true;
        const sine = Math.hypot(turn[0] ?? 0, turn[1] ?? 0, turn[2] ?? 0);
        // Exactly upside down there is no unique shortest way back.
        if (sine < 1e-9) return false;
        for (let row = 0; row < 3; row += 1) turn[row] = ((turn[row] ?? 0) * lean) / sine;
        solveTurn(kinematics.computeJacobian(q, jacobian), held, turn, change);
        for (let joint = 0; joint < 6; joint += 1) q[joint] = (q[joint] ?? 0) + (change[joint] ?? 0);
      }
      return false;
    },
  };
}

/**
 * Solves for the smallest joint change that turns the tool by `turn`, free to turn about the constrained axis itself.
 */
function solveTurn(jacobian: Float64Array, held: Float64Array, turn: Float64Array, out: Float64Array): void {
  const rows = new Float64Array(18);
  for (let joint = 0; joint < 6; joint += 1) {
    const wx = jacobian[18 + joint] ?? 0;
    const wy = jacobian[24 + joint] ?? 0;
    const wz = jacobian[30 + joint] ?? 0;
    const along = wx * (held[0] ?? 0) + wy * (held[1] ?? 0) + wz * (held[2] ?? 0);
    rows[joint] = wx - along * (held[0] ?? 0);
    rows[6 + joint] = wy - along * (held[1] ?? 0);
    rows[12 + joint] = wz - along * (held[2] ?? 0);
  }
  const gram = new Float64Array(9);
  for (let i = 0; i < 3; i += 1) {
    for (let j = 0; j < 3; j += 1) {
      let sum = i === j ? damping : 0;
      for (let joint = 0; joint < 6; joint += 1) sum += (rows[i * 6 + joint] ?? 0) * (rows[j * 6 + joint] ?? 0);
      gram[i * 3 + j] = sum;
    }
  }
  const weights = solve3(gram, turn);
  for (let joint = 0; joint < 6; joint += 1) {
    out[joint] =
      (rows[joint] ?? 0) * weights[0] + (rows[6 + joint] ?? 0) * weights[1] + (rows[12 + joint] ?? 0) * weights[2];
  }
}

/** Solves a symmetric positive definite 3×3 system by cofactors. */
function solve3(m: Float64Array, b: Float64Array): Vec3 {
  const [a = 0, d = 0, e = 0, , f = 0, g = 0, , , h = 0] = m;
  const [x = 0, y = 0, z = 0] = b;
  const c00 = f * h - g * g;
  const c01 = e * g - d * h;
  const c02 = d * g - e * f;
  const determinant = a * c00 + d * c01 + e * c02;
  const c11 = a * h - e * e;
  const c12 = d * e - a * g;
  const c22 = a * f - d * d;
  return [
    (c00 * x + c01 * y + c02 * z) / determinant,
    (c01 * x + c11 * y + c12 * z) / determinant,
    (c02 * x + c12 * y + c22 * z) / determinant,
  ];
}
