import { branchJoints, type InverseKinematics, type Kinematics } from '@cellwright/arm';
import { composePoses, distancePoses, fullTurn, invertPose, type Pose } from '@cellwright/geometry';
import type { ToolPath } from './tool-path.ts';

/** The arm as a path is followed with: one user at a time, both compute in their own buffers. */
export interface FollowingArm {
  readonly kinematics: Kinematics;
  readonly inverse: InverseKinematics;
}

export interface FollowOptions {
  /** The TCP in the frame of tool0. */
  readonly tcp: Pose;
  /** Top speed of each joint, rad/s. */
  readonly velocity: ArrayLike<number>;
  /** A joint that could not keep up when the TCP moves this slowly makes it too fast a pass: m/s and rad/s. */
  readonly slowest?: { readonly speed: number; readonly turning: number };
}

export type FollowRefusalKind = 'unreachable' | 'jointLimit' | 'singularity' | 'startElsewhere';

export interface FollowRefusal {
  readonly kind: FollowRefusalKind;
  /** The joint that would leave its limits or have to turn too fast. */
  readonly joint?: number;
  /** Where: the share of the path and the pose there. */
  readonly share: number;
  readonly pose: Pose;
  readonly message: string;
}

export type FollowResult =
  | {
      readonly kind: 'followed';
      /** Straight in joint space from each to the next, no further from the path than the tolerance. */
      readonly waypoints: readonly Float64Array[];
      /** Where on the path each waypoint is, 0 … 1. */
      readonly shares: readonly number[];
    }
  | { readonly kind: 'refused'; readonly refusal: FollowRefusal };

/** How far straight joint moves may leave the path between waypoints: metres and rad. */
export const pathTolerance = { position: 2e-5, rotation: 1e-4 } as const;
/** First spacing of waypoints along the path; it is halved where the joints bend. */
const firstStep = { position: 0.01, rotation: 0.05 } as const;
/** A joint turns by no more than this between waypoints, rad. */
const largestTurn = 0.1;
/** Spacing below which a joint that still jumps does so at a singularity, as a share of the path. */
const smallestShare = 1e-6;
const defaultSlowest = { speed: 0.005, turning: 0.02 } as const;
/** How far the start may be from where the path starts: metres and rad. */
const startTolerance = 1e-5;

interface Sample {
  readonly share: number;
  readonly joints: Float64Array;
}

/**
 * Joint waypoints along a path of the TCP from the configuration the arm is in, on the branch it is on: each is the
 * solution nearest to the one before, and steps are halved until joints move smoothly. Refuses at the first place where
 * a joint would leave its limits, the path leaves the arm's reach, or a singularity would be passed too fast.
 */
export function followPath(
  arm: FollowingArm,
  start: ArrayLike<number>,
  path: ToolPath,
  options: FollowOptions,
): FollowResult {
  const walker = new PathWalker(arm, path, options);
  const first: Sample = { share: 0, joints: Float64Array.from(start) };
  const elsewhere = walker.findStartRefusal(first);
  if (elsewhere !== undefined) return { kind: 'refused', refusal: elsewhere };
  const count = Math.max(1, Math.ceil(path.length / firstStep.position), Math.ceil(path.angle / firstStep.rotation));
  const samples = [first];
  for (let index = 1; index <= count; index += 1) {
    const refusal = walker.advance(samples, index / count);
    if (refusal !== undefined) return { kind: 'refused', refusal };
  }
  return {
    kind: 'followed',
    waypoints: samples.map((sample) => sample.joints),
    shares: samples.map((sample) => sample.share),
  };
}

class PathWalker {
  private readonly arm: FollowingArm;
  private readonly path: ToolPath;
  private readonly options: FollowOptions;
  private readonly flange: Pose;
  /** Seconds that the whole path takes at its slowest. */
  private readonly patience: number;

  constructor(arm: FollowingArm, path: ToolPath, options: FollowOptions) {
    this.arm = arm;
    this.path = path;
    this.options = options;
    this.flange = invertPose(options.tcp);
    const { speed, turning } = options.slowest ?? defaultSlowest;
    this.patience = Math.max(path.length / speed, path.angle / turning);
  }

  findStartRefusal({ joints }: Sample): FollowRefusal | undefined {
    const outside = this.findOutside(joints);
    if (outside >= 0) return this.refuse('jointLimit', 0, outside);
    const { translation, rotation } = this.measureMiss(joints, 0);
    if (Math.max(translation, rotation) <= startTolerance) return undefined;
    return this.refuse('startElsewhere', 0);
  }

  /** Adds samples up to a share of the path, as many as smooth joints need. */
  advance(samples: Sample[], share: number): FollowRefusal | undefined {
    const targets = [share];
    for (let target = targets.at(-1); target !== undefined; target = targets.at(-1)) {
      const from = samples.at(-1);
      if (from === undefined) return undefined;
      const next = this.solve(target, from.joints);
      const gap = target - from.share;
      if (next === undefined) {
        if (gap <= smallestShare) return this.refuse('unreachable', target);
        targets.push(from.share + gap / 2);
        continue;
      }
      const refusal = this.findRefusal(from, { share: target, joints: next });
      if (refusal === undefined && this.isStraightEnough(from, { share: target, joints: next })) {
        samples.push({ share: target, joints: next });
        targets.pop();
      } else if (gap <= smallestShare) {
        return refusal ?? this.refuse('singularity', target, findLargestTurn(from.joints, next).joint);
      } else {
        targets.push(from.share + gap / 2);
      }
    }
    return undefined;
  }

  /** The solution nearest to a configuration, whole turns chosen freely; undefined out of reach. */
  private solve(share: number, near: Float64Array): Float64Array | undefined {
    const { inverse } = this.arm;
    const solutions = inverse.solveAllForPose(composePoses(this.path.poseAt(share), this.flange), near);
    let best: Float64Array | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (let index = 0; index < solutions.count; index += 1) {
      const branch = branchJoints(solutions, index);
      const joints = Float64Array.from(branch, (angle, joint) => {
        return angle + fullTurn * Math.round(((near[joint] ?? 0) - angle) / fullTurn);
      });
      const distance = Math.hypot(...joints.map((angle, joint) => angle - (near[joint] ?? 0)));
      if (distance >= least) continue;
      least = distance;
      best = joints;
    }
    return best;
  }

  private findRefusal(from: Sample, to: Sample): FollowRefusal | undefined {
    const { turn, joint } = findLargestTurn(from.joints, to.joints);
    if (turn > largestTurn) return this.refuse('singularity', to.share, joint);
    const outside = this.findOutside(to.joints);
    if (outside >= 0) return this.refuse('jointLimit', to.share, outside);
    const time = this.patience * (to.share - from.share);
    const { velocity } = this.options;
    const late = to.joints.findIndex((angle, index) => {
      return Math.abs(angle - (from.joints[index] ?? 0)) > time * (velocity[index] ?? 0) + 1e-7;
    });
    return late < 0 ? undefined : this.refuse('singularity', to.share, late);
  }

  /** Whether the middle of the straight joint move is on the path. */
  private isStraightEnough(from: Sample, to: Sample): boolean {
    const middle = from.joints.map((angle, joint) => (angle + (to.joints[joint] ?? 0)) / 2);
    const { translation, rotation } = this.measureMiss(middle, (from.share + to.share) / 2);
    return translation <= pathTolerance.position && rotation <= pathTolerance.rotation;
  }

  private measureMiss(joints: Float64Array, share: number): ReturnType<typeof distancePoses> {
    const tcp = composePoses(this.arm.kinematics.computeTipPose(joints), this.options.tcp);
    return distancePoses(tcp, this.path.poseAt(share));
  }

  private findOutside(joints: Float64Array): number {
    const { lower, upper } = this.arm.inverse.bounds;
    return joints.findIndex((angle, joint) => {
      return angle < (lower[joint] ?? 0) - 1e-9 || angle > (upper[joint] ?? 0) + 1e-9;
    });
  }

  private refuse(kind: FollowRefusalKind, share: number, joint?: number): FollowRefusal {
    const pose = this.path.poseAt(share);
    const place = [pose.x, pose.y, pose.z].map((value) => value.toFixed(3)).join(', ');
    const where = `${Math.round(share * 100)} % of the way, at (${place}) m`;
    const messages: Record<FollowRefusalKind, string> = {
      unreachable: `The path leaves the reach of the arm, ${where}`,
      jointLimit: `Joint ${joint} would leave its limits, ${where}`,
      singularity: `Joint ${joint} would have to turn too fast near a singularity, ${where}`,
      startElsewhere: 'The arm is not where the path starts',
    };
    return { kind, share, pose, message: messages[kind], ...(joint === undefined ? {} : { joint }) };
  }
}

function findLargestTurn(from: Float64Array, to: Float64Array): { turn: number; joint: number } {
  let turn = 0;
  let joint = 0;
  for (const [index, angle] of to.entries()) {
    const change = Math.abs(angle - (from[index] ?? 0));
    if (change <= turn) continue;
    turn = change;
    joint = index;
  }
  return { turn, joint };
}
