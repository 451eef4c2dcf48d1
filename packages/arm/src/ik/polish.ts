import {
  interpolatePoses,
  poseOfTransform,
  setTransformFromPose,
  type Transform,
  transformSize,
} from '@cellwright/geometry';
import type { Kinematics } from '../kinematics/kinematics.ts';
import { jointCount } from '../model/arm-model.ts';
import type { Refiner } from './refine.ts';
import { createIkSolutions, type IkSolutions, removeDuplicates, wrapFast } from './solutions.ts';

/** Distance below which solutions are the same, rad. */
const sameBranch = 1e-6;

/** Errors, m and rad, at which refinement stops, and which are accepted when it cannot improve. */
const goodEnough = 4e-10;
const acceptable = 9e-10;

/** Number of steps that move a branch to its target when a direct refinement loses it. */
const trackingSteps = 8;

const maximumIterations = 60;

/**
 * Moves the branches of a nearly canonical arm onto the real chain, in place; drops those that the real chain does not
 * have.
 */
export function createPolisher(
  kinematics: Kinematics,
  refiner: Refiner,
): (target: Transform, out: IkSolutions) => void {
  const joints = new Float64Array(jointCount);
  const found = createIkSolutions();

  function keep(flags: number): void {
    for (let joint = 0; joint < jointCount; joint += 1) {
      found.joints[found.count * jointCount + joint] = wrapFast(joints[joint] ?? 0);
    }
    found.flags[found.count] = flags;
    found.count += 1;
  }

  return (target, out) => {
    found.count = 0;
    for (let index = 0; index < out.count; index += 1) {
      joints.set(out.joints.subarray(index * jointCount, (index + 1) * jointCount));
      if (polishOne(refiner, target, joints)) keep(out.flags[index] ?? 0);
    }
    removeDuplicates(found, sameBranch);
    if (found.count < out.count) {
      // A seed near a singularity may have converged to the solution of another seed, so each one also moves there in
      // small steps.
      for (let index = 0; index < out.count && found.count < maximumKept; index += 1) {
        joints.set(out.joints.subarray(index * jointCount, (index + 1) * jointCount));
        if (trackTarget(kinematics, refiner, target, joints)) keep(out.flags[index] ?? 0);
      }
      removeDuplicates(found, sameBranch);
    }
    out.joints.set(found.joints);
    out.flags.set(found.flags);
    out.count = found.count;
  };
}

/** Room for eight seeds, each used at most twice. */
const maximumKept = 16;

/** Moves the tip from its place at `joints` to the target along a straight line; returns false when it gets lost. */
function trackTarget(kinematics: Kinematics, refiner: Refiner, target: Transform, joints: Float64Array): boolean {
  const from = kinematics.computeTipPose(joints);
  const to = poseOfTransform(target);
  const between = new Float64Array(transformSize);
  for (let step = 1; step < trackingSteps; step += 1) {
    setTransformFromPose(between, 0, interpolatePoses(from, to, step / trackingSteps));
    refiner.refine(between, joints, goodEnough, maximumIterations);
  }
  return polishOne(refiner, target, joints);
}

/** Refines `joints` towards a nearby target, in place; returns false if the result is not close enough. */
export function polishOne(refiner: Refiner, target: Transform, joints: Float64Array): boolean {
  return refiner.refine(target, joints, goodEnough, maximumIterations).error <= acceptable;
}
