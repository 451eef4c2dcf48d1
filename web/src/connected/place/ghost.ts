import type { JointAngles, Position, WirePose } from '@cellwright/domain/robot';
import { composePoses, invertPose, type Pose, radiansToDegrees } from '@cellwright/geometry';
import type { Postures } from '../../parts/positions/PositionNumbers.tsx';

/** A position that is being moved, and the posture in which the ghost arm shows it. */
export interface Ghost {
  readonly position: Position;
  /** Last posture that reached the position, rad; the ghost stays there while the position is out of reach. */
  readonly joints: JointAngles | undefined;
}

/** Returns the ghost at a position, whose missing pose or joint angles are computed. */
export function beginGhost(position: Position, postures: Postures): Ghost {
  const pose = position.pose ?? (position.jointAngles && postures.poseOf(position.jointAngles, position));
  const joints = position.jointAngles ?? (pose && postures.jointsOf(pose, undefined, position));
  return { position: { ...position, pose, jointAngles: joints }, joints };
}

/** Returns the ghost with its TCP at another pose, in the posture nearest to the last one. */
export function moveGhost({ position, joints: last }: Ghost, pose: WirePose, postures: Postures): Ghost {
  const { wristPose, ...rest } = position;
  const joints = postures.jointsOf(pose, last, position);
  return { position: { ...rest, pose, jointAngles: joints }, joints: joints ?? last };
}

/** Returns the ghost at typed numbers. */
export function typeGhost({ joints: last }: Ghost, position: Position): Ghost {
  return { position, joints: position.jointAngles ?? last };
}

/** Converts a pose of the picture, in the world, to one relative to the base of the arm, and back. */
export const inBase = (pose: Pose, base: Pose): Pose => composePoses(invertPose(base), pose);
export const inWorld = (pose: Pose, base: Pose): Pose => composePoses(base, pose);

/** Distance from a joint limit within which a posture is reported, rad. */
const nearLimit = (5 * Math.PI) / 180;

export interface NearLimit {
  readonly joint: number;
  /** Angle left to the limit, whole degrees. */
  readonly degrees: number;
}

/** Returns the joints that are close to one of their limits. */
export function findNearLimits(joints: readonly number[], limits: Postures['limits']): NearLimit[] {
  return joints.flatMap((angle, joint) => {
    const limit = limits[joint];
    const left = limit ? Math.min(angle - limit.lower, limit.upper - angle) : Number.POSITIVE_INFINITY;
    return left < nearLimit ? [{ joint, degrees: Math.round(radiansToDegrees(Math.max(0, left))) }] : [];
  });
}
