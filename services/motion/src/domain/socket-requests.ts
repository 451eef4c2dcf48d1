import { restPoseFromTool0 } from '@cellwright/arm';
import type { PlannerLimits, PlannerRequest, PlannerTarget, PlanningScene } from '@cellwright/domain';
import {
  composePoses,
  identityPose,
  makePose,
  multiplyQuaternions,
  normalizePose,
  orientationOf,
  type Pose,
  positionOf,
  quaternionFromRpy,
  rotateVec3,
} from '@cellwright/geometry';
import type { LimitCaps, MoveRequest, MoveTarget } from './move/request.ts';
import { toolOfScene } from './scene/tool-of-scene.ts';
import type { PlanningTask } from './task.ts';

/** What the planner socket asks for, as planning takes it: poses of tool0 become stored poses of the flange. */
export function toMoveTask(request: PlannerRequest<'plan_path'>, scene: PlanningScene | undefined): PlanningTask {
  return makeTask(request, scene, request.targets.map(toTarget), request.mayAvoid);
}

export function toRelativeJointTask(
  request: PlannerRequest<'plan_relative_joint_motion'>,
  scene: PlanningScene | undefined,
): PlanningTask {
  const joints = request.startJointAngles.map((angle, joint) => angle + (request.offsets[joint] ?? 0));
  return makeTask(request, scene, [makeTarget({ joints }, 'joint', request.motionSpeed)], false);
}

/** @param start where tool0 is at the start joints, base frame */
export function toRelativeLineTask(
  request: PlannerRequest<'plan_relative_cartesian_motion'>,
  scene: PlanningScene | undefined,
  start: Pose,
): PlanningTask {
  const pose = restPoseFromTool0(offsetPose(start, request));
  return makeTask(request, scene, [makeTarget({ pose }, 'line', request.motionSpeed)], false);
}

export function toRecoveryTask(
  { startJointAngles, limits, seed }: PlannerRequest<'plan_recovery_path'>,
  scene: PlanningScene | undefined,
): PlanningTask {
  return { kind: 'recovery', scene, request: { startJoints: startJointAngles, limits: toCaps(limits), seed } };
}

function makeTask(
  { startJointAngles, limits, seed }: Pick<PlannerRequest<'plan_path'>, 'startJointAngles' | 'limits' | 'seed'>,
  scene: PlanningScene | undefined,
  targets: readonly MoveTarget[],
  mayAvoid: boolean,
): PlanningTask {
  const tool = toolOfScene(scene);
  const request: MoveRequest = { startJoints: startJointAngles, targets, limits: toCaps(limits), tool, mayAvoid, seed };
  return { kind: 'move', scene, request };
}

function toTarget(target: PlannerTarget): MoveTarget {
  const { jointAngles, pose, motionKind, motionSpeed, blendRadius, limits, gripper } = target;
  const place = pose ? { pose: restPoseFromTool0(normalizePose(pose)) } : { joints: jointAngles ?? [] };
  return {
    ...makeTarget(place, motionKind, motionSpeed),
    blendRadius,
    limits: toCaps(limits),
    // The gripper moves while the arm stands.
    stopHere: gripper !== undefined,
  };
}

function makeTarget(
  target: MoveTarget['target'],
  motionKind: MoveTarget['motionKind'],
  speedPercent: number,
): MoveTarget {
  return { target, motionKind, speedPercent, blendRadius: 0, stopHere: false, limits: {}, usesFlange: true };
}

function toCaps(limits: PlannerLimits | undefined): LimitCaps {
  return {
    jointVelocities: limits?.maxJointSpeeds,
    jointAccelerations: limits?.maxJointAccelerations,
    toolSpeed: limits?.maxTooltipSpeed,
  };
}

type Offset = Pick<PlannerRequest<'plan_relative_cartesian_motion'>, 'frame' | 'plane' | 'translation' | 'rotation'>;

/** A pose moved and turned by an offset along the axes of the base, of a plane or of itself; it turns about its own place. */
export function offsetPose(start: Pose, { frame, plane, translation, rotation }: Offset): Pose {
  const turn = quaternionFromRpy(rotation);
  if (!plane && frame === 'tool') return composePoses(start, makePose(translation, turn));
  const axes = orientationOf(plane ? normalizePose(plane) : identityPose);
  const [dx, dy, dz] = rotateVec3(axes, translation);
  const [x, y, z] = positionOf(start);
  const inverse = { i: -axes.i, j: -axes.j, k: -axes.k, w: axes.w };
  const turned = multiplyQuaternions(multiplyQuaternions(axes, turn), inverse);
  return makePose([x + dx, y + dy, z + dz], multiplyQuaternions(turned, orientationOf(start)));
}
