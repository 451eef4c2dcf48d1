import { restPoseFromTool0 } from '@cellwright/arm';
import { ProductError } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import type { PlannerLimits, PlannerRequest, PlannerTarget } from '@cellwright/domain/motion';
import type { PlanningScene } from '@cellwright/domain/space';
import {
  composePoses,
  identityPose,
  invertPose,
  makePose,
  normalizePose,
  type Pose,
  quaternionFromRpy,
} from '@cellwright/geometry';
import { type MoveFrame, offsetPose } from './cartesian/index.ts';
import type { LimitCaps, MoveRequest, MoveTarget } from './move/request.ts';
import type { AskedTask } from './planner-backend.ts';
import { toolOfScene } from './scene/tool-of-scene.ts';

/** Converts a request of the planner socket for planning: poses of tool0 become stored poses of the flange. */
export function toMoveTask(request: PlannerRequest<'plan_path'>, scene: PlanningScene | undefined): AskedTask {
  const targets = request.targets.map((target) => toTarget(target, scene));
  const task = makeTask(request, scene, targets, request.mayAvoid);
  const points = request.targets.flatMap(({ tcp }) => (tcp ? [normalizePose(tcp)] : []));
  const [tcp] = points;
  if (!tcp || task.kind !== 'move') return task;
  if (points.some((point) => JSON.stringify(point) !== JSON.stringify(tcp)))
    throw new ProductError('request_failed_validation', `${messages.unsupportedTargetType}: give all targets one tcp`);
  return { ...task, request: { ...task.request, tool: { ...task.request.tool, tcp } } };
}

export function toRelativeJointTask(
  request: PlannerRequest<'plan_relative_joint_motion'>,
  scene: PlanningScene | undefined,
): AskedTask {
  const joints = request.startJointAngles.map((angle, joint) => angle + (request.offsets[joint] ?? 0));
  return makeTask(request, scene, [makeTarget({ joints }, 'joint', request.motionSpeed)], false);
}

function axesOf(frame: PlannerRequest<'plan_relative_cartesian_motion'>['frame'], base: Pose): MoveFrame {
  if (frame === 'world') return { kind: 'plane', pose: invertPose(base) };
  return { kind: frame === 'tool' ? 'tool' : 'base' };
}

/** Converts a pose of the base or world frame to the base frame. */
export function poseInBase(pose: Pose, frame: 'base' | 'world' | undefined, scene: PlanningScene | undefined): Pose {
  return frame === 'world' && scene?.base ? composePoses(invertPose(scene.base), pose) : pose;
}

/** Converts a pose of the base frame to the base or world frame. */
export function poseInFrame(pose: Pose, frame: 'base' | 'world' | undefined, scene: PlanningScene | undefined): Pose {
  return frame === 'world' && scene?.base ? composePoses(scene.base, pose) : pose;
}

/** Converts a relative line. @param start pose of tool0 at the start joints, base frame */
export function toRelativeLineTask(
  request: PlannerRequest<'plan_relative_cartesian_motion'>,
  scene: PlanningScene | undefined,
  start: Pose,
): AskedTask {
  const { plane, frame, translation, rotation } = request;
  const axes = plane
    ? ({ kind: 'plane', pose: normalizePose(plane) } as const)
    : axesOf(frame, scene?.base ?? identityPose);
  const pose = restPoseFromTool0(offsetPose(start, makePose(translation, quaternionFromRpy(rotation)), axes));
  return makeTask(request, scene, [makeTarget({ pose }, 'line', request.motionSpeed)], false);
}

export function toRecoveryTask(
  { startJointAngles, limits, seed }: PlannerRequest<'plan_recovery_path'>,
  scene: PlanningScene | undefined,
): AskedTask {
  return { kind: 'recovery', scene, request: { startJoints: startJointAngles, limits: toCaps(limits), seed } };
}

function makeTask(
  { startJointAngles, limits, seed }: Pick<PlannerRequest<'plan_path'>, 'startJointAngles' | 'limits' | 'seed'>,
  scene: PlanningScene | undefined,
  targets: readonly MoveTarget[],
  mayAvoid: boolean,
): AskedTask {
  const tool = toolOfScene(scene);
  const request: MoveRequest = { startJoints: startJointAngles, targets, limits: toCaps(limits), tool, mayAvoid, seed };
  return { kind: 'move', scene, request };
}

function toTarget(target: PlannerTarget, scene: PlanningScene | undefined): MoveTarget {
  const { jointAngles, pose, frame, motionKind, motionSpeed, blendRadius, limits, keepToolAxis, gripper, tcp } = target;
  const point = tcp ? normalizePose(tcp) : identityPose;
  const place = pose
    ? { pose: restPoseFromTool0(composePoses(poseInBase(normalizePose(pose), frame, scene), point)) }
    : { joints: jointAngles ?? [] };
  return {
    ...makeTarget(place, motionKind, motionSpeed),
    blendRadius,
    limits: toCaps(limits),
    usesFlange: tcp === undefined,
    keepToolAxis,
    // The gripper moves while the arm is stopped.
    stopHere: gripper !== undefined,
  };
}

function makeTarget(
  target: MoveTarget['target'],
  motionKind: MoveTarget['motionKind'],
  motionSpeed: number,
): MoveTarget {
  return { target, motionKind, motionSpeed, blendRadius: 0, stopHere: false, limits: {}, usesFlange: true };
}

function toCaps(limits: PlannerLimits | undefined): LimitCaps {
  return {
    maxJointSpeeds: limits?.maxJointSpeeds,
    maxJointAccelerations: limits?.maxJointAccelerations,
    maxTooltipSpeed: limits?.maxTooltipSpeed,
    maxTooltipAcceleration: limits?.maxTooltipAcceleration,
  };
}
