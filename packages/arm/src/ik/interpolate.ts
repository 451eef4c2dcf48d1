import { distancePoses, interpolatePoses, type Pose } from '@cellwright/geometry';
import type { Kinematics } from '../kinematics/kinematics.ts';
import { jointCount } from '../model/arm-model.ts';
import type { InverseKinematics } from './inverse-kinematics.ts';

/** The angles at fraction `t` (0..1) of the straight way in joint space, rad. */
export function interpolateJoints(
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  t: number,
  out: Float64Array = new Float64Array(jointCount),
): Float64Array {
  for (let joint = 0; joint < jointCount; joint += 1) {
    const start = from[joint] ?? 0;
    out[joint] = start + ((to[joint] ?? 0) - start) * t;
  }
  return out;
}

export type ToolPathResult =
  | { readonly ok: true; readonly joints: readonly (readonly number[])[] }
  | {
      readonly ok: false;
      /** `jump`: the next posture on the path is on another branch, or a joint would turn too far for one step. */
      readonly kind: 'unreachable' | 'out_of_limits' | 'jump';
      /** Where on the path, 0..1. */
      readonly fraction: number;
      /** The joint that would jump. */
      readonly joint?: number;
    };

export interface ToolPathOptions {
  /** Largest distance between two postures, m and rad. */
  readonly translationStep?: number;
  readonly rotationStep?: number;
  /** A joint that turns further than this from one posture to the next jumps, rad. */
  readonly largestJointStep?: number;
}

/**
 * Joint angles along the straight tool path from the posture `from` to a pose: position on a line, orientation the
 * shorter way round, each posture the nearest to the one before. Ends with the first place it cannot follow.
 */
export function interpolateToolPath(
  kinematics: Kinematics,
  ik: InverseKinematics,
  from: readonly number[],
  to: Pose,
  options: ToolPathOptions = {},
): ToolPathResult {
  const { translationStep = 0.005, rotationStep = 0.02, largestJointStep = 0.3 } = options;
  const start = kinematics.computeTipPose(from);
  const { translation, rotation } = distancePoses(start, to);
  const steps = Math.max(1, Math.ceil(translation / translationStep), Math.ceil(rotation / rotationStep));
  const joints: (readonly number[])[] = [from];
  let last = from;
  for (let step = 1; step <= steps; step += 1) {
    const fraction = step / steps;
    const next = ik.solveNearest(interpolatePoses(start, to, fraction), last, 'distance');
    if (!next.ok) {
      return { ok: false, kind: next.kind === 'out_of_limits' ? 'out_of_limits' : 'unreachable', fraction };
    }
    const before = last;
    const travels = next.joints.map((angle, joint) => Math.abs(angle - (before[joint] ?? 0)));
    const largest = Math.max(...travels);
    if (largest > largestJointStep) return { ok: false, kind: 'jump', fraction, joint: travels.indexOf(largest) };
    last = next.joints;
    joints.push(last);
  }
  return { ok: true, joints };
}
