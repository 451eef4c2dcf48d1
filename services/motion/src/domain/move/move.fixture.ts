import { defaultArm } from '@cellwright/arm';
import { identityPose, type Pose } from '@cellwright/geometry';
import { createSample, sampleTrajectory, type Trajectory, trajectoryDuration } from '@cellwright/trajectory';
import { createArmContext, restPoseFromTcp, tcpPoseOf } from '../arm-context.ts';
import type { MovePlan, MoveRequest, MoveSegment, MoveTarget } from './request.ts';

/** Arm shared by the tests; a plan leaves nothing behind in it except the tool that it mounted. */
export const arm = createArmContext(defaultArm);

/** Bent joints away from every singularity. */
export const ready = [0, -0.3, 1.6, 0.4, 1.2, 0];

export function jointTarget(joints: readonly number[], options: Partial<MoveTarget> = {}): MoveTarget {
  return makeTarget({ joints }, 'joint', options);
}

export function lineTarget(pose: Pose, options: Partial<MoveTarget> = {}): MoveTarget {
  return makeTarget({ pose }, 'line', options);
}

/** Returns a joint move to a pose, in any posture. */
export function makePoseTarget(pose: Pose, options: Partial<MoveTarget> = {}): MoveTarget {
  return makeTarget({ pose }, 'joint', options);
}

function makeTarget(
  target: MoveTarget['target'],
  motionKind: MoveTarget['motionKind'],
  options: Partial<MoveTarget>,
): MoveTarget {
  const rest = { motionSpeed: 100, blendRadius: 0, stopHere: false, limits: {}, usesFlange: false };
  return { target, motionKind, ...rest, ...options };
}

export function makeRequest(targets: readonly MoveTarget[], options: Partial<MoveRequest> = {}): MoveRequest {
  return { startJoints: ready, targets, limits: {}, tool: { tcp: identityPose, boxes: [] }, ...options };
}

/** Returns the flange as a stored pose, shifted by metres along the base axes. */
export function shiftedPose(joints: readonly number[], [x, y, z]: readonly [number, number, number]): Pose {
  const pose = restPoseFromTcp(tcpPoseOf(arm, joints, identityPose));
  return { ...pose, x: pose.x + x, y: pose.y + y, z: pose.z + z };
}

export function segmentsOf(plan: MovePlan): readonly MoveSegment[] {
  if (!plan.ok) throw new Error(`the plan was refused: ${plan.failure.kind}: ${plan.failure.reason}`);
  return plan.segments;
}

/** Returns joint angles every `step` seconds, including the end. */
export function sampleEvery(trajectory: Trajectory, step: number): number[][] {
  const duration = trajectoryDuration(trajectory);
  const out = createSample(6);
  const samples: number[][] = [];
  for (let time = 0; time < duration + step; time += step) {
    sampleTrajectory(trajectory, Math.min(time, duration), out);
    samples.push([...out.positions]);
  }
  return samples;
}

/** Returns the distance of a point from the straight line through two others, metres. */
export function distanceFromLine(point: Pose, from: Pose, to: Pose): number {
  const [ux, uy, uz] = [to.x - from.x, to.y - from.y, to.z - from.z];
  const [vx, vy, vz] = [point.x - from.x, point.y - from.y, point.z - from.z];
  const cross = Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
  return cross / Math.hypot(ux, uy, uz);
}
