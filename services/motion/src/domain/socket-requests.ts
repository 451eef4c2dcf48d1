import { restPoseFromTool0 } from '@cellwright/arm';
import type { PlannerLimits, PlannerRequest, PlannerTarget, PlanningScene } from '@cellwright/domain';
import { makePose, normalizePose, type Pose, quaternionFromRpy } from '@cellwright/geometry';
import { type MoveFrame, offsetPose } from './cartesian/index.ts';
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

/** The axes of the base and of the world coincide until a base moves. */
const frameKinds: Record<PlannerRequest<'plan_relative_cartesian_motion'>['frame'], MoveFrame> = {
  robotArm: { kind: 'base' },
  world: { kind: 'base' },
  tool: { kind: 'tool' },
};

/** @param start where tool0 is at the start joints, base frame */
export function toRelativeLineTask(
  request: PlannerRequest<'plan_relative_cartesian_motion'>,
  scene: PlanningScene | undefined,
  start: Pose,
): PlanningTask {
  const { plane, frame, translation, rotation } = request;
  const axes = plane ? ({ kind: 'plane', pose: normalizePose(plane) } as const) : frameKinds[frame];
  const pose = restPoseFromTool0(offsetPose(start, makePose(translation, quaternionFromRpy(rotation)), axes));
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
  const { jointAngles, pose, motionKind, motionSpeed, blendRadius, limits, keepToolAxis, gripper } = target;
  const place = pose ? { pose: restPoseFromTool0(normalizePose(pose)) } : { joints: jointAngles ?? [] };
  return {
    ...makeTarget(place, motionKind, motionSpeed),
    blendRadius,
    limits: toCaps(limits),
    keepToolAxis,
    // The gripper moves while the arm stands.
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
