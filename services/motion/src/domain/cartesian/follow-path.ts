import { branchJoints, type InverseKinematics, type Kinematics } from '@cellwright/arm';
import {
  composePoses,
  distancePoses,
  fullTurn,
  invertPose,
  normVec3,
  type Pose,
  positionOf,
} from '@cellwright/geometry';
import { boundDeviation, boundLevers } from './deviation.ts';
import type { ToolPath } from './tool-path.ts';

/** The arm that follows a path; its parts compute in their own buffers, so only one user at a time may use it. */
export interface FollowingArm {
  readonly kinematics: Kinematics;
  readonly inverse: InverseKinematics;
}

export interface FollowOptions {
  /** The TCP in the frame of tool0. */
  readonly tcp: Pose;
  /** Maximum speed of each joint, rad/s. */
  readonly velocity: ArrayLike<number>;
  /** Minimum speed of the TCP, m/s and rad/s: a singularity is refused if a joint cannot keep up even at this speed. */
  readonly slowest?: { readonly speed: number; readonly turning: number };
}

export type FollowRefusalKind = 'unreachable' | 'jointLimit' | 'singularity' | 'startElsewhere';

export interface FollowRefusal {
  readonly kind: FollowRefusalKind;
  /** Joint that would exceed its limits or its speed. */
  readonly joint?: number;
  /** Place of the refusal: the share of the path and the pose there. */
  readonly share: number;
  readonly pose: Pose;
  readonly message: string;
}

export type FollowResult =
  | {
      readonly kind: 'followed';
      /** Waypoints; straight joint moves between them stay within the tolerance of the path. */
      readonly waypoints: readonly Float64Array[];
      /** Position of each waypoint on the path, 0 … 1. */
      readonly shares: readonly number[];
    }
  | { readonly kind: 'refused'; readonly refusal: FollowRefusal };

/** Maximum deviation of the TCP from the path while joints go straight between waypoints: metres and rad. */
export const pathTolerance = { position: 1e-4, rotation: 1e-4 } as const;
/** Initial spacing of waypoints along the path; it is halved where the tolerance requires it. */
const firstStep = { position: 0.004, rotation: 0.02 } as const;
/** Minimum number of steps of any path, for smooth curves through its waypoints. */
const fewestSteps = 8;
/** Minimum spacing as a share of the path; a joint that is too fast is reported after fewer attempts. */
const smallestShare = { otherwise: 1e-6, singularity: 1e-3 };
const defaultSlowest = { speed: 0.005, turning: 0.02 } as const;
/** Maximum distance of the current pose from the start of the path: metres and rad. */
const startTolerance = 1e-5;
/** Measurement noise of a joint that rests at its limit, rad. */
const measuredPrecision = 1e-6;
/** Error of inverse kinematics near a singularity, rad; not a motion. */
const noise = 1e-6;
/** Length of a path below which it counts as empty: metres and rad. */
const nowhere = 1e-9;

interface Sample {
  readonly share: number;
  readonly joints: Float64Array;
}

/**
 * Returns joint waypoints along a path of the TCP from the current configuration, on its branch: each is the solution
 * nearest to the one before, and steps are halved until the motion between two waypoints is proven to stay within
 * {@link pathTolerance} of the path. So the branch can only change where two meet within that tolerance. Refuses at the
 * first place where a joint would exceed its limits, the path leaves the arm's reach, or a singularity would be passed
 * too fast.
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
  const samples = [first];
  if (path.length < nowhere && path.angle < nowhere) samples.push({ share: 1, joints: first.joints });
  const wanted = Math.max(path.length / firstStep.position, path.angle / firstStep.rotation);
  const count = samples.length > 1 ? 0 : Math.max(path.stepCount ?? fewestSteps, Math.ceil(wanted));
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
  private readonly levers: Float64Array;
  /** Seconds that the whole path takes at its slowest. */
  private readonly patience: number;

  constructor(arm: FollowingArm, path: ToolPath, options: FollowOptions) {
    this.arm = arm;
    this.path = path;
    this.options = options;
    this.flange = invertPose(options.tcp);
    this.levers = boundLevers(arm.kinematics, normVec3(positionOf(options.tcp)));
    const { speed, turning } = options.slowest ?? defaultSlowest;
    this.patience = Math.max(path.length / speed, path.angle / turning);
  }

  findStartRefusal({ joints }: Sample): FollowRefusal | undefined {
    const outside = this.findOutside(joints, measuredPrecision);
    if (outside >= 0) return this.refuse('jointLimit', 0, outside);
    const { translation, rotation } = this.measureMiss(joints, 0);
    if (Math.max(translation, rotation) <= startTolerance) return undefined;
    return this.refuse('startElsewhere', 0);
  }

  /** Adds the samples up to a share of the path that smooth joint motion needs. */
  advance(samples: Sample[], share: number): FollowRefusal | undefined {
    const targets = [share];
    for (let target = targets.at(-1); target !== undefined; target = targets.at(-1)) {
      const from = samples.at(-1);
      if (from === undefined) return undefined;
      const next = this.solve(target, from.joints);
      const gap = target - from.share;
      if (next === undefined) {
        if (gap <= smallestShare.otherwise) return this.refuse('unreachable', target);
        targets.push(from.share + gap / 2);
        continue;
      }
      const refusal = this.findRefusal(from, { share: target, joints: next });
      if (refusal === undefined && this.isOnPath(from, { share: target, joints: next })) {
        samples.push({ share: target, joints: next });
        targets.pop();
      } else if (gap <= (refusal?.kind === 'singularity' ? smallestShare.singularity : smallestShare.otherwise)) {
        return refusal ?? this.refuse('singularity', target, findMostTurned(from.joints, next));
      } else {
        targets.push(from.share + gap / 2);
      }
    }
    return undefined;
  }

  /** Returns the solution nearest to a configuration, with free choice of whole turns; undefined out of reach. */
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
    const outside = this.findOutside(to.joints);
    if (outside >= 0) return this.refuse('jointLimit', to.share, outside);
    const time = this.patience * (to.share - from.share);
    const { velocity } = this.options;
    const late = to.joints.findIndex((angle, index) => {
      return Math.abs(angle - (from.joints[index] ?? 0)) > time * (velocity[index] ?? 0) + noise;
    });
    return late < 0 ? undefined : this.refuse('singularity', to.share, late);
  }

  /** True if the straight joint move is on the path all the way. */
  private isOnPath(from: Sample, to: Sample): boolean {
    const { length, curvature } = this.path;
    const { position, rotation } = boundDeviation(this.levers, from.joints, to.joints);
    const bulge = (curvature * ((to.share - from.share) * length) ** 2) / 8;
    return position + bulge <= pathTolerance.position && rotation <= pathTolerance.rotation;
  }

  private measureMiss(joints: Float64Array, share: number): ReturnType<typeof distancePoses> {
    const tcp = composePoses(this.arm.kinematics.computeTipPose(joints), this.options.tcp);
    return distancePoses(tcp, this.path.poseAt(share));
  }

  private findOutside(joints: Float64Array, tolerance = 1e-9): number {
    const { lower, upper } = this.arm.inverse.bounds;
    return joints.findIndex((angle, joint) => {
      return angle < (lower[joint] ?? 0) - tolerance || angle > (upper[joint] ?? 0) + tolerance;
    });
  }

  private refuse(kind: FollowRefusalKind, share: number, joint?: number): FollowRefusal {
    const pose = this.path.poseAt(share);
    const place = [pose.x, pose.y, pose.z].map((value) => value.toFixed(3)).join(', ');
    const where = `${Math.round(share * 100)} % of the way, at (${place}) m`;
    const messages: Record<FollowRefusalKind, string> = {
      unreachable: `the path leaves the reach of the arm, ${where}`,
      jointLimit: `joint ${joint} would leave its limits, ${where}`,
      singularity: `joint ${joint} would have to turn too fast near a singularity, ${where}`,
      startElsewhere: 'the arm is not at the start of the path',
    };
    return { kind, share, pose, message: messages[kind], ...(joint === undefined ? {} : { joint }) };
  }
}

function findMostTurned(from: Float64Array, to: Float64Array): number {
  const turns = to.map((angle, joint) => Math.abs(angle - (from[joint] ?? 0)));
  return turns.indexOf(Math.max(...turns));
}
