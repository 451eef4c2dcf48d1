import { createTransforms, multiplyTransforms, type Transform, transformSize } from '@cellwright/geometry';
import type { Chain } from '../kinematics/chain.ts';
import { bodyCount, computeBodies } from '../kinematics/forward.ts';
import { writeJacobian } from '../kinematics/kinematics.ts';
import { jointCount } from '../model/arm-model.ts';
import { solveDamped } from './damped-step.ts';

/** Result of a refinement. `error` is the larger of metres and radians at the final angles. */
export interface Refinement {
  readonly iterations: number;
  readonly error: number;
}

/** Moves joint angles towards a target by damped Gauss–Newton (Levenberg–Marquardt) steps. */
export interface Refiner {
  /**
   * Improves `joints` in place until the tip is within `tolerance` (m and rad) of the target, the iterations are used
   * up, or there is no progress.
   */
  refine(target: Transform, joints: Float64Array, tolerance: number, maximumIterations: number): Refinement;
  /** Returns the larger of metres and radians between the tip and the target. */
  measureError(target: Transform, joints: ArrayLike<number>): number;
}

/** Number of steps within which the error must halve; otherwise the search is in a local minimum. */
const patience = 8;

/**
 * Creates a refiner.
 * @param length metres that weigh as much as one radian; a third of the reach works well.
 */
export function createRefiner(chain: Chain, length: number): Refiner {
  const bodies = createTransforms(bodyCount);
  const tip = createTransforms();
  const jacobian = new Float64Array(jointCount * 6);
  const error = new Float64Array(6);
  const step = new Float64Array(jointCount);
  const tipOffset = chain.tipIndex * transformSize;
  const weight = 1 / (length * length);

  function locate(joints: ArrayLike<number>): void {
    computeBodies(chain, joints, bodies);
    multiplyTransforms(tip, 0, bodies, jointCount * transformSize, chain.linkOffsets, tipOffset);
  }

  function measureError(target: Transform, joints: ArrayLike<number>): number {
    locate(joints);
    writePoseError(tip, target, error);
    return largerError(error);
  }

  function refine(target: Transform, joints: Float64Array, tolerance: number, maximumIterations: number): Refinement {
    let checkpoint = Number.POSITIVE_INFINITY;
    let iterations = 0;
    let worst = measureError(target, joints);
    for (; iterations < maximumIterations && worst > tolerance; iterations += 1) {
      const squared = weightedSquare(error, weight);
      if (iterations % patience === 0) {
        if (squared > 0.5 * checkpoint) break;
        checkpoint = squared;
      }
      writeJacobian(bodies, tip, jacobian);
      // Damping that vanishes with the error: safe far away and at singularities, with quadratic convergence near the
      // solution.
      if (!solveDamped(jacobian, error, weight, 0.5 * squared * dampingGain + 1e-14, step)) break;
      for (let index = 0; index < jointCount; index += 1) joints[index] = (joints[index] ?? 0) + (step[index] ?? 0);
      worst = measureError(target, joints);
    }
    return { iterations, error: worst };
  }

  return { refine, measureError };
}

const dampingGain = 0.05;

function weightedSquare(e: Float64Array, weight: number): number {
  const x = e[0] ?? 0;
  const y = e[1] ?? 0;
  const z = e[2] ?? 0;
  const rx = e[3] ?? 0;
  const ry = e[4] ?? 0;
  const rz = e[5] ?? 0;
  return weight * (x * x + y * y + z * z) + rx * rx + ry * ry + rz * rz;
}

function largerError(e: Float64Array): number {
  const x = e[0] ?? 0;
  const y = e[1] ?? 0;
  const z = e[2] ?? 0;
  const rx = e[3] ?? 0;
  const ry = e[4] ?? 0;
  const rz = e[5] ?? 0;
  return Math.sqrt(Math.max(x * x + y * y + z * z, rx * rx + ry * ry + rz * rz));
}

/** Writes position difference and rotation vector from `tip` to `target`, both in the root frame. */
function writePoseError(tip: Transform, target: Transform, out: Float64Array): void {
  out[0] = (target[3] ?? 0) - (tip[3] ?? 0);
  out[1] = (target[7] ?? 0) - (tip[7] ?? 0);
  out[2] = (target[11] ?? 0) - (tip[11] ?? 0);
  // E = target · tipᵀ; its skew part is the axis times the sine, its trace gives the cosine.
  const a0 = tip[0] ?? 0;
  const a1 = tip[1] ?? 0;
  const a2 = tip[2] ?? 0;
  const b0 = tip[4] ?? 0;
  const b1 = tip[5] ?? 0;
  const b2 = tip[6] ?? 0;
  const c0 = tip[8] ?? 0;
  const c1 = tip[9] ?? 0;
  const c2 = tip[10] ?? 0;
  const t0 = target[0] ?? 0;
  const t1 = target[1] ?? 0;
  const t2 = target[2] ?? 0;
  const u0 = target[4] ?? 0;
  const u1 = target[5] ?? 0;
  const u2 = target[6] ?? 0;
  const v0 = target[8] ?? 0;
  const v1 = target[9] ?? 0;
  const v2 = target[10] ?? 0;
  const x = 0.5 * (v0 * b0 + v1 * b1 + v2 * b2 - (u0 * c0 + u1 * c1 + u2 * c2));
  const y = 0.5 * (t0 * c0 + t1 * c1 + t2 * c2 - (v0 * a0 + v1 * a1 + v2 * a2));
  const z = 0.5 * (u0 * a0 + u1 * a1 + u2 * a2 - (t0 * b0 + t1 * b1 + t2 * b2));
  const e00 = t0 * a0 + t1 * a1 + t2 * a2;
  const e11 = u0 * b0 + u1 * b1 + u2 * b2;
  const e22 = v0 * c0 + v1 * c1 + v2 * c2;
  const cosine = 0.5 * (e00 + e11 + e22 - 1);
  const sine = Math.sqrt(x * x + y * y + z * z);
  if (sine > 1e-6) {
    const scale = Math.atan2(sine, cosine) / sine;
    out[3] = x * scale;
    out[4] = y * scale;
    out[5] = z * scale;
  } else if (cosine > 0) {
    out[3] = x;
    out[4] = y;
    out[5] = z;
  } else {
    // Half a turn: both directions are equal; the axis is where the diagonal is largest.
    out[3] = e00 >= e11 && e00 >= e22 ? Math.PI : 0;
    out[4] = e11 > e00 && e11 >= e22 ? Math.PI : 0;
    out[5] = e22 > e00 && e22 > e11 ? Math.PI : 0;
  }
}
