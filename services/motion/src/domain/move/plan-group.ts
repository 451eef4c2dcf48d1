import {
  boundToolSpeed,
  createSample,
  type GeometricPath,
  joinPaths,
  type PathLeg,
  planMove as planRestToRest,
  stretchTrajectory,
  type Trajectory,
  TrajectorySampler,
  timePath,
  timePathInParts,
  trajectoryDuration,
  trajectoryJointCount,
} from '@cellwright/trajectory';
import { type ArmContext, tcpPoseOf } from '../arm-context.ts';
import { findConstantSpeed } from './constant-speed.ts';
import { findContactAlong } from './contact-along.ts';
import { explain } from './explain.ts';
import { limitsFor } from './limits.ts';
import type { Detour, MoveFailure, MoveRequest, MoveSegment, Reason } from './request.ts';
import type { ResolvedTarget } from './resolve-targets.ts';
import { timeWeave } from './time-weave.ts';
import { type ToolMotion, toolMotionOf } from './tool-motion.ts';
import { measureCut, pathOf, type Way } from './way.ts';

/** Time between the samples of a trajectory, seconds. */
const checkStep = 0.016;
/** Maximum duration, seconds; a longer one is a mistaken unit, and its samples would fill the memory. */
const longestMove = 3600;

/** A target with the way from the end of the previous one. */
export interface Leg extends ResolvedTarget {
  readonly way: Way;
  /** Present if it is not the straight way to the nearest posture. */
  readonly detour?: Detour | undefined;
}

/** A trajectory with the seconds at which each target is reached or, in a blended corner, passed. */
export interface TimedGroup {
  readonly trajectory: Trajectory;
  readonly targetTimes: readonly number[];
}

/**
 * Plans one trajectory from standstill to standstill through a group of legs, free of contact, and on each leg within
 * its limits; a blended corner keeps those of both its legs.
 */
export function planGroup(arm: ArmContext, request: MoveRequest, group: readonly Leg[]): MoveSegment | MoveFailure {
  const [first] = group;
  const last = group.at(-1);
  if (!first || !last) return { kind: 'invalidRequest', reason: 'there is no target', targetIndex: 0 };
  const timed = timeGroup(arm, request, group, first);
  if ('reason' in timed) return { kind: 'invalidRequest', ...timed, targetIndex: first.index };
  const { trajectory, targetTimes } = timed;
  if (!(trajectoryDuration(trajectory) <= longestMove)) {
    const reason = 'the move would take longer than an hour; raise its speed or its limits';
    return { kind: 'invalidRequest', ...explain(reason, 'moveTooLong'), targetIndex: last.index };
  }
  const contact = findContactAlong(arm, trajectory);
  if (contact) {
    const position = targetTimes.findIndex((reached) => contact.time <= reached);
    const kind = contact.time >= trajectoryDuration(trajectory) ? 'goalInCollision' : 'pathInCollision';
    const { reason, causes } = contact;
    return { kind, reason, causes, targetIndex: (group[position] ?? last).index };
  }
  return {
    trajectory,
    firstTarget: first.index,
    lastTarget: last.index,
    targetTimes,
    distanceMeters: measureDistance(arm, sampleJoints(trajectory), last),
  };
}

function timeGroup(arm: ArmContext, request: MoveRequest, group: readonly Leg[], first: Leg): TimedGroup | Reason {
  const { seamDistances, joints, isStraightInJoints } = first.way;
  if (seamDistances) return timeWeave(arm, request, first.target, { seamDistances, joints });
  return group.length === 1 && isStraightInJoints
    ? timeStraight(arm, request, first)
    : timeBlended(arm, request, group);
}

/** Times one joint move: exact, and slowed for the tool's speed only where that is exceeded. */
function timeStraight(arm: ArmContext, request: MoveRequest, leg: Leg): TimedGroup {
  const limits = limitsFor(arm, request.limits, [leg.target]);
  const exact = planRestToRest(leg.way.joints[0] ?? leg.joints, leg.joints, limits.joints);
  const duration = trajectoryDuration(exact);
  const asItIs = { trajectory: exact, targetTimes: [duration] };
  const { maxTooltipSpeed: speed, maxTooltipAcceleration: acceleration } = limits;
  const isAccelerationFree = !Number.isFinite(acceleration);
  if ((!Number.isFinite(speed) && isAccelerationFree) || !(duration <= longestMove)) return asItIs;
  const tool = { ...toolMotionOf(arm, leg.tcp), speed, acceleration };
  const excess = Number.isFinite(speed) ? (boundToolSpeed(exact, tool, speed) ?? 0) / speed : 1;
  if (excess <= 1 && isAccelerationFree) return asItIs;
  const path = pathOf(leg.way);
  // A move too short for a path can only be slowed as a whole.
  const trajectory = path
    ? timePath(path, { limits: limits.joints, tool })
    : stretchTrajectory(exact, Math.max(1, excess));
  return { trajectory, targetTimes: [trajectoryDuration(trajectory)] };
}

/** Times ways with blended corners as one smooth path. */
function timeBlended(arm: ArmContext, request: MoveRequest, group: readonly Leg[]): TimedGroup {
  const moving = findMoving(arm, group);
  const joined = joinPaths(moving.map((leg, index) => cutCorners(leg, moving[index - 1])));
  if (!joined) return timeHardlyMoving(arm, request, group);
  const whole = limitsFor(arm, request.limits, []).joints;
  const stretches = moving.map(({ leg, path, tool }, index) => {
    const { joints: limits, maxTooltipSpeed, maxTooltipAcceleration } = limitsFor(arm, request.limits, [leg.target]);
    const { from, to } = joined.legs[index] ?? { from: 0, to: joined.path.length };
    const isArc = leg.target.motionKind === 'arc';
    const speed = isArc ? Math.min(maxTooltipSpeed, findConstantSpeed(path, tool, limits)) : maxTooltipSpeed;
    return { from, to, limits, tool: { ...tool, speed, acceleration: maxTooltipAcceleration } };
  });
  const timed = timePathInParts(joined.path, { limits: whole }, { stretches, marks: joined.corners });
  const duration = trajectoryDuration(timed.trajectory);
  const targetTimes = group.map((_, position) => {
    const passed = moving.filter((leg) => leg.position <= position).length;
    return passed === 0 ? 0 : (timed.markTimes[passed - 1] ?? duration);
  });
  return { trajectory: timed.trajectory, targetTimes };
}

/** Times targets within a microradian of each other as one exact move, within the limits of all. */
function timeHardlyMoving(arm: ArmContext, request: MoveRequest, group: readonly Leg[]): TimedGroup {
  const [first] = group;
  const last = group.at(-1);
  const targets = group.map(({ target }) => target);
  const { joints, maxTooltipSpeed } = limitsFor(arm, request.limits, targets);
  const exact = planRestToRest(first?.way.joints[0] ?? [], last?.joints ?? [], joints);
  const tools = group.map(({ tcp }) => toolMotionOf(arm, tcp));
  const excess = tools.map((tool) => (boundToolSpeed(exact, tool, maxTooltipSpeed) ?? 0) / maxTooltipSpeed);
  const trajectory = stretchTrajectory(exact, Math.max(1, ...excess));
  return { trajectory, targetTimes: group.map(() => trajectoryDuration(trajectory)) };
}

/** A leg with motion. */
interface MovingLeg {
  readonly leg: Leg;
  /** Index in its group. */
  readonly position: number;
  readonly path: GeometricPath;
  readonly tool: ToolMotion;
  /** Blend radius of the corner at its end, metres. */
  radius: number;
}

/** Returns the legs with motion; of targets at the same place the smallest radius applies. */
function findMoving(arm: ArmContext, group: readonly Leg[]): MovingLeg[] {
  const tools = new Map(group.map(({ tcp }) => [tcp, toolMotionOf(arm, tcp)]));
  const moving: MovingLeg[] = [];
  for (const [position, leg] of group.entries()) {
    const path = pathOf(leg.way);
    const tool = tools.get(leg.tcp);
    const before = moving.at(-1);
    const radius = leg.target.blendRadius;
    if (path && tool) moving.push({ leg, position, path, tool, radius });
    else if (before) before.radius = Math.min(before.radius, radius);
  }
  return moving;
}

function cutCorners({ path, tool, radius }: MovingLeg, before: MovingLeg | undefined): PathLeg {
  return {
    path,
    cutStart: before ? measureCut(path, 'start', before.radius, tool.position) : 0,
    cutEnd: measureCut(path, 'end', radius, tool.position),
  };
}

function sampleJoints(trajectory: Trajectory): (readonly number[])[] {
  const duration = trajectoryDuration(trajectory);
  const count = Math.ceil(duration / checkStep);
  const sampler = new TrajectorySampler(trajectory);
  const out = createSample(trajectoryJointCount(trajectory));
  return Array.from({ length: count + 1 }, (_, sample) => {
    sampler.sample(Math.min(sample * checkStep, duration), out);
    return [...out.positions];
  });
}

function measureDistance(arm: ArmContext, samples: readonly (readonly number[])[], { tcp }: Leg): number {
  let distance = 0;
  let last: { x: number; y: number; z: number } | undefined;
  for (const joints of samples) {
    const pose = tcpPoseOf(arm, joints, tcp);
    if (last) distance += Math.hypot(pose.x - last.x, pose.y - last.y, pose.z - last.z);
    last = pose;
  }
  return distance;
}
