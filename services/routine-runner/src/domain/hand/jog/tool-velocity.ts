import type { Kinematics } from '@cellwright/arm';
import type { JogFrame, JointAngles, WirePose } from '@cellwright/domain/robot';
import {
  crossVec3,
  identityPose,
  invertQuaternion,
  orientationOf,
  type Quaternion,
  rotateVec3,
  type Vec3,
} from '@cellwright/geometry';

/**
 * A direction that is lost is solved as if this little of it were left: the joints turn, and at 1 rad/s the tool strays
 * by as many m/s or rad/s.
 */
const leastPivot = 5e-4;

/** A tool's velocity: m/s and rad/s, in the base frame's axes. */
export interface Twist {
  readonly linear: Vec3;
  readonly angular: Vec3;
}

/** The axes of a frame as the base sees them, given where the tool is in the base frame and the base in the world. */
export function axesOf(frame: JogFrame, tool: WirePose, base: WirePose): Quaternion {
  if (frame === 'tool') return orientationOf(tool);
  return frame === 'world' ? invertQuaternion(base) : identityPose;
}

/** Converts a twist along some axes to base axes. */
export function twistAlong({ linear, angular }: Twist, axes: Quaternion): Twist {
  return { linear: rotateVec3(axes, linear), angular: rotateVec3(axes, angular) };
}

/** The Jacobian of the TCP, whose place from the tip is `arm`, in base axes: 6×6, row-major, rows v then ω. */
export function computeToolJacobian(kinematics: Kinematics, joints: JointAngles, tcp: Vec3): Float64Array {
  const jacobian = kinematics.computeJacobian(joints).slice();
  const tip = kinematics.computeTipPose(joints);
  const lever = rotateVec3(tip, tcp);
  for (let column = 0; column < 6; column++) {
    const axis: Vec3 = [at(jacobian, 3, column), at(jacobian, 4, column), at(jacobian, 5, column)];
    crossVec3(axis, lever).forEach((value, row) => {
      jacobian[row * 6 + column] = at(jacobian, row, column) + value;
    });
  }
  return jacobian;
}

/** Speed of the TCP, m/s, for joint velocities. */
export function toolSpeedOf(jacobian: Float64Array, velocities: readonly number[]): number {
  return lengthOfRows(jacobian, [0, 1, 2], velocities);
}

/** Angular speed of the tool, rad/s, at given joint velocities. */
export function turnSpeedOf(jacobian: Float64Array, velocities: readonly number[]): number {
  return lengthOfRows(jacobian, [3, 4, 5], velocities);
}

function lengthOfRows(jacobian: Float64Array, rows: readonly number[], velocities: readonly number[]): number {
  let squared = 0;
  for (const row of rows) squared += rowTimes(jacobian, row, velocities) ** 2;
  return Math.sqrt(squared);
}

/** Returns joint velocities for exactly a twist; unbounded next to a singularity, finite at it. */
export function solveTwist(jacobian: Float64Array, { linear, angular }: Twist): number[] {
  const rows = Array.from({ length: 6 }, (_, row) => Array.from(jacobian.subarray(row * 6, row * 6 + 6)));
  return solveLinear(rows, [...linear, ...angular]);
}

/** Gaussian elimination with pivoting. */
function solveLinear(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  for (let pivot = 0; pivot < rows.length; pivot++) {
    let best = pivot;
    for (let row = pivot + 1; row < rows.length; row++) {
      if (Math.abs(rows[row]?.[pivot] ?? 0) > Math.abs(rows[best]?.[pivot] ?? 0)) best = row;
    }
    const chosen = rows[best] ?? [];
    rows[best] = rows[pivot] ?? [];
    rows[pivot] = chosen;
    if (Math.abs(chosen[pivot] ?? 0) < leastPivot) chosen[pivot] = (chosen[pivot] ?? 0) < 0 ? -leastPivot : leastPivot;
    for (let row = pivot + 1; row < rows.length; row++) {
      const current = rows[row] ?? [];
      const factor = (current[pivot] ?? 0) / (chosen[pivot] ?? 1);
      for (let column = pivot; column < current.length; column++) {
        current[column] = (current[column] ?? 0) - factor * (chosen[column] ?? 0);
      }
    }
  }
  const solution = new Array<number>(rows.length).fill(0);
  for (let row = rows.length - 1; row >= 0; row--) {
    const current = rows[row] ?? [];
    let sum = current[rows.length] ?? 0;
    for (let column = row + 1; column < rows.length; column++) sum -= (current[column] ?? 0) * (solution[column] ?? 0);
    solution[row] = sum / (current[row] ?? 1);
  }
  return solution;
}

function rowTimes(jacobian: Float64Array, row: number, velocities: readonly number[]): number {
  return velocities.reduce((sum, velocity, joint) => sum + at(jacobian, row, joint) * velocity, 0);
}

function at(matrix: Float64Array, row: number, column: number): number {
  return matrix[row * 6 + column] ?? 0;
}
