import { ProductError } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { keptAxisSchema, type PlanCause } from '@cellwright/domain/motion';
import { payloadMassRange, type RobotKind } from '@cellwright/domain/robot';
import { identityPose, isValidPose, normalizePose, type Pose } from '@cellwright/geometry';
import type { CollisionBox, Pose as WirePose } from '@cellwright/proto/common';
import { trajectoryDuration, type Weave, weavePatterns } from '@cellwright/trajectory';
import type {
  KeptAxis,
  LimitCaps,
  MoveFailure,
  MoveFailureKind,
  MovePlan,
  MoveRequest,
  MoveSegment,
  MoveTarget,
} from '../domain/move/request.ts';
import {
  MotionKind,
  PlanFailure_Kind,
  type PlanMoveRequest,
  type PlanMoveResponse,
  type KeptAxis as WireKeptAxis,
  type MotionLimits as WireLimits,
  WireRobotKind,
  type MoveTarget as WireTarget,
  type Weave as WireWeave,
} from './wire.ts';

const maxTargets = 1000;
const motionKinds = new Map<MotionKind, MoveTarget['motionKind']>([
  [MotionKind.MOTION_KIND_UNSPECIFIED, 'joint'],
  [MotionKind.MOTION_KIND_JOINT, 'joint'],
  [MotionKind.MOTION_KIND_LINE, 'line'],
  [MotionKind.MOTION_KIND_ROTATION, 'rotation'],
  [MotionKind.MOTION_KIND_LINE_INC, 'line_inc'],
  [MotionKind.MOTION_KIND_ARC, 'arc'],
]);

/** Validates a request. @throws ProductError request_failed_validation naming the field. */
export function readMoveRequest(request: PlanMoveRequest): MoveRequest {
  if (request.targets.length === 0) throw refuse('targets: at least one is needed');
  if (request.targets.length > maxTargets) throw refuse(`targets: at most ${maxTargets} at a time`);
  return {
    startJoints: readJoints(request.startJoints, 'start_joints'),
    targets: request.targets.map(readTarget),
    limits: readLimits(request.limits),
    payloadMassKg: readPayloadMass(request.payloadMassKg),
    mayAvoid: request.mayAvoid,
    seed: request.seed || 1,
    ...(request.skipsCache ? { skipsCache: true } : {}),
    tool: {
      tcp: readPose(request.tool?.tcp, 'tool.tcp'),
      boxes: (request.tool?.boxes ?? []).map(readToolBox),
    },
  };
}

/** Reads a box of the tool. @throws ProductError request_failed_validation naming the box. */
export function readToolBox(box: CollisionBox, index: number): MoveRequest['tool']['boxes'][number] {
  const size = [box.sizeX, box.sizeY, box.sizeZ] as const;
  if (!size.every((length) => length > 0 && length < 10))
    throw refuse(`tool.boxes[${index}]: lengths are above 0 and below 10 m`);
  const pose = readPose(box.pose, `tool.boxes[${index}].pose`);
  if (![pose.x, pose.y, pose.z].every((value) => Math.abs(value) <= 1000))
    throw refuse(`tool.boxes[${index}].pose: a place is at most 1000 m away`);
  return { pose, size };
}

function readTarget(wire: WireTarget, index: number): MoveTarget {
  const field = `targets[${index}]`;
  const motionKind = motionKinds.get(wire.motionKind);
  if (!motionKind) throw refuse(`${field}.motion_kind: unknown`);
  if (!wire.target) throw refuse(`${field}: joints or a pose are required`);
  if (motionKind === 'arc' && !wire.via) throw refuse(`${field}.via: an arc needs a via pose`);
  if (motionKind !== 'arc' && wire.via) throw refuse(`${field}.via: allowed for arcs only`);
  if (motionKind !== 'joint' && wire.keepToolAxis)
    throw refuse(`${field}.keep_tool_axis: allowed for joint moves only`);
  if (!(wire.blendRadius >= 0 && wire.blendRadius < 10)) throw refuse(`${field}.blend_radius: must be at least 0 m`);
  const limits = readLimits(wire.limits);
  const weave = wire.weave && readWeave(wire.weave, `${field}.weave`);
  if (weave && motionKind !== 'line' && motionKind !== 'arc')
    throw refuse(`${field}.weave: allowed for lines and arcs only`);
  if (weave && limits.maxTooltipSpeed === undefined)
    throw refuse(`${field}.weave: the limits need a maximum TCP speed`);
  const target =
    wire.target.$case === 'joints'
      ? { joints: readJoints(wire.target.value.positions, `${field}.joints`) }
      : { pose: readPose(wire.target.value, `${field}.pose`) };
  return {
    target,
    motionKind,
    ...(wire.via ? { via: readPose(wire.via, `${field}.via`) } : {}),
    motionSpeed: readSpeed(wire.motionSpeed, field),
    blendRadius: wire.blendRadius,
    stopHere: wire.stopHere,
    limits,
    ...(weave ? { weave } : {}),
    usesFlange: wire.useFlange,
    ...(wire.tcp ? { tcp: readPose(wire.tcp, `${field}.tcp`) } : {}),
    ...(wire.keepToolAxis ? { keepToolAxis: readKeptAxis(wire.keepToolAxis, `${field}.keep_tool_axis`) } : {}),
  };
}

function readWeave(wire: WireWeave, field: string): Weave {
  const pattern = weavePatterns.find((known) => known === wire.pattern);
  if (!pattern) throw refuse(`${field}.pattern: one of ${weavePatterns.join(', ')}`);
  const { period, amplitude, leftDwell, rightDwell } = wire;
  if (!(period >= 0.001 && period <= 1)) throw refuse(`${field}.period: 0.001 to 1 m`);
  if (!(amplitude > 0 && amplitude <= 0.1)) throw refuse(`${field}.amplitude: above 0 and at most 0.1 m`);
  if (!(leftDwell >= 0 && leftDwell <= period && rightDwell >= 0 && rightDwell <= period))
    throw refuse(`${field}: a dwell is at least 0 and at most the period`);
  return { pattern, period, amplitude, leftDwell, rightDwell };
}

function readKeptAxis(wire: WireKeptAxis, field: string): KeptAxis {
  const result = keptAxisSchema.safeParse({ axis: [wire.x, wire.y, wire.z], tolerance: wire.tolerance });
  if (!result.success) throw refuse(`${field}: ${result.error.issues[0]?.message ?? 'not an axis'}`);
  return result.data;
}

function readSpeed(percent: number, field: string): number {
  if (percent === 0) return 100;
  if (!(percent >= 0.01 && percent <= 100)) throw refuse(`${field}.motion_speed: must be above 0 and at most 100`);
  return percent;
}

function readPayloadMass(massKg: number): number {
  const { minimum, maximum } = payloadMassRange;
  if (massKg > maximum) throw refuse(`payload_mass_kg: ${messages.payloadMassTooLarge(maximum)}`);
  if (!(massKg >= minimum)) throw refuse(`payload_mass_kg: ${messages.payloadMassTooSmall(minimum)}`);
  return massKg;
}

/** Returns the robot; the default is the simulated one. */
export function readRobotKind(robotKind: WireRobotKind): RobotKind {
  return robotKind === WireRobotKind.ROBOT_KIND_LIVE ? 'live' : 'simulated';
}

export function readJoints(joints: readonly number[], field: string): number[] {
  if (joints.length !== 6) throw refuse(`${field}: exactly 6 joint angles, not ${joints.length}`);
  // Far beyond any joint's range; also keeps sums finite.
  if (!joints.every((angle) => Math.abs(angle) < 1e6)) throw refuse(`${field}: joint angles must be finite`);
  return [...joints];
}

export function readPose(pose: WirePose | undefined, field: string): Pose {
  if (!pose) return identityPose;
  if (!isValidPose(pose)) throw refuse(`${field}: Quaternion has a non-unit magnitude, or a value is not finite`);
  return normalizePose(pose);
}

function readLimits(wire: WireLimits | undefined): LimitCaps {
  const list = (values: readonly number[] | undefined, name: string) => {
    if (!values || values.length === 0) return undefined;
    if (values.length !== 6 || !values.every((value) => value > 0 && Number.isFinite(value)))
      throw refuse(`limits.${name}: six numbers above 0`);
    return values;
  };
  if (!wire) return {};
  if (!(wire.maxTooltipSpeed >= 0)) throw refuse('limits.max_tooltip_speed: 0 (no limit) or more');
  if (!(wire.maxTooltipAcceleration >= 0)) throw refuse('limits.max_tooltip_acceleration: 0 (no limit) or more');
  return {
    maxJointSpeeds: list(wire.maxJointSpeeds, 'max_joint_speeds'),
    maxJointAccelerations: list(wire.maxJointAccelerations, 'max_joint_accelerations'),
    maxJointJerks: list(wire.maxJointJerks, 'max_joint_jerks'),
    maxTooltipSpeed: wire.maxTooltipSpeed > 0 ? wire.maxTooltipSpeed : undefined,
    maxTooltipAcceleration: wire.maxTooltipAcceleration > 0 ? wire.maxTooltipAcceleration : undefined,
  };
}

const failureKinds: Record<MoveFailureKind, PlanFailure_Kind> = {
  invalidRequest: PlanFailure_Kind.KIND_INVALID_REQUEST,
  unreachable: PlanFailure_Kind.KIND_UNREACHABLE,
  jointLimits: PlanFailure_Kind.KIND_JOINT_LIMITS,
  startInCollision: PlanFailure_Kind.KIND_START_IN_COLLISION,
  goalInCollision: PlanFailure_Kind.KIND_GOAL_IN_COLLISION,
  pathInCollision: PlanFailure_Kind.KIND_PATH_IN_COLLISION,
  singularity: PlanFailure_Kind.KIND_SINGULARITY,
  budgetSpent: PlanFailure_Kind.KIND_BUDGET_SPENT,
  staleScene: PlanFailure_Kind.KIND_STALE_SCENE,
};

export function toWireFailure({ kind, reason, targetIndex, causes = [] }: MoveFailure): PlanMoveResponse {
  const value = { kind: failureKinds[kind], reason, targetIndex, causes: causes.map(toWireCause) };
  return { event: { $case: 'failure', value } };
}

function toWireCause({ key, values }: PlanCause) {
  const texts: Record<string, string> = {};
  const numbers: Record<string, number> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'number') numbers[name] = value;
    else texts[name] = value;
  }
  return { key, texts, numbers };
}

export function toWireSegment({ trajectory, ...segment }: MoveSegment): PlanMoveResponse {
  const points = trajectory.points.map(({ timeFromStart, positions, velocities, accelerations }) => ({
    timeFromStart,
    positions: [...positions],
    velocities: [...velocities],
    accelerations: [...accelerations],
  }));
  return {
    event: { $case: 'segment', value: { ...segment, trajectory: { points }, targetTimes: [...segment.targetTimes] } },
  };
}

/** Returns the end of a plan: its duration, and its detours. */
export function toWireDone({ segments, detours }: Extract<MovePlan, { ok: true }>): PlanMoveResponse {
  const durationSeconds = segments.reduce((sum, { trajectory }) => sum + trajectoryDuration(trajectory), 0);
  const wireDetours = detours.map(({ targetIndex, reason, isOtherPosture }) => ({
    targetIndex,
    reason,
    isOtherPosture,
  }));
  return { event: { $case: 'done', value: { durationSeconds, detours: wireDetours } } };
}

export function refuse(message: string): ProductError {
  return new ProductError('request_failed_validation', message);
}
