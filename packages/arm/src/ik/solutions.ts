import { fullTurn } from '@cellwright/geometry';
import { jointCount } from '../model/arm-model.ts';

/** Flags of a branch, to be combined by sum. */
export const IkFlag = {
  /** The arm reaches over its shoulder, opposite to the first solution. */
  shoulderFlipped: 1,
  elbowFlipped: 2,
  wristFlipped: 4,
  /** Within 1e-6 of the singularity; a free angle was taken from the seed. */
  shoulderSingular: 8,
  elbowSingular: 16,
  wristSingular: 32,
  /** No copy of the branch, offset by whole turns, is within the joint limits. */
  outOfLimits: 64,
} as const;

/** Sine (for the shoulder, distance over the arm's length) below which a branch counts as singular. */
export const singularTolerance = 1e-6;

/** Upper bound for every closed form; an arm without one has at most sixteen. */
export const maximumBranches = 16;

/**
 * Branches of one target. The object belongs to the solver and is overwritten by its next call; copy the branches to
 * keep with {@link branchJoints}.
 */
export interface IkSolutions {
  count: number;
  /** Six angles per branch, rad, each within (−π, π]. */
  readonly joints: Float64Array;
  /** Sums of {@link IkFlag}, one per branch. */
  readonly flags: Uint8Array;
}

export function createIkSolutions(): IkSolutions {
  return {
    count: 0,
    joints: new Float64Array(maximumBranches * jointCount),
    flags: new Uint8Array(maximumBranches),
  };
}

/** Returns the six angles of one branch, rad. */
export function branchJoints(solutions: IkSolutions, index: number): number[] {
  return Array.from(solutions.joints.subarray(index * jointCount, (index + 1) * jointCount));
}

/** Wraps an angle to (−π, π] for hot loops; angles that are already there cost a comparison. */
export function wrapFast(angle: number): number {
  if (angle <= Math.PI && angle > -Math.PI) return angle;
  const wrapped = angle - fullTurn * Math.round(angle / fullTurn);
  return wrapped <= -Math.PI ? wrapped + fullTurn : wrapped;
}

/** Removes branches that are the same posture as an earlier one, joint by joint within `tolerance` rad. */
export function removeDuplicates(solutions: IkSolutions, tolerance: number): void {
  const { joints, flags } = solutions;
  let kept = 0;
  for (let index = 0; index < solutions.count; index += 1) {
    if (isDuplicate(joints, index, kept, tolerance)) continue;
    joints.copyWithin(kept * jointCount, index * jointCount, (index + 1) * jointCount);
    flags[kept] = flags[index] ?? 0;
    kept += 1;
  }
  solutions.count = kept;
}

function isDuplicate(joints: Float64Array, index: number, kept: number, tolerance: number): boolean {
  for (let other = 0; other < kept; other += 1) {
    let same = true;
    for (let joint = 0; same && joint < jointCount; joint += 1) {
      const difference = (joints[index * jointCount + joint] ?? 0) - (joints[other * jointCount + joint] ?? 0);
      same = Math.abs(wrapFast(difference)) <= tolerance;
    }
    if (same) return true;
  }
  return false;
}
