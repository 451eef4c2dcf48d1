import {
  blendWaypoints,
  createSample,
  interpolateWaypoints,
  planMove as planRestToRest,
  type Trajectory,
  TrajectorySampler,
  timePath,
  trajectoryDuration,
  trajectoryJointCount,
} from '@cellwright/trajectory';
import { type ArmContext, tcpPoseOf } from '../arm-context.ts';
import { findContactAlong } from './contact-along.ts';
import { limitsFor, type MoveLimits } from './limits.ts';
import type { MoveFailure, MoveRequest, MoveSegment } from './request.ts';
import type { ResolvedTarget } from './resolve-targets.ts';
import { blendBetween, cutAfterStart, cutBeforeEnd, type Way } from './way.ts';

/** Seconds between the samples at which a trajectory is measured. */
const checkStep = 0.016;
/** Seconds; beyond it somebody has mistaken a unit, and what is sampled would fill the memory. */
const longestMove = 3600;

/** A target with the way to it from where the one before ends. */
export interface Leg extends ResolvedTarget {
  readonly way: Way;
}

/** One trajectory from standstill to standstill through a group of legs, within all limits and free of contact. */
export function planGroup(arm: ArmContext, request: MoveRequest, group: readonly Leg[]): MoveSegment | MoveFailure {
  const limits = limitsFor(
    arm,
    request.limits,
    group.map(({ target }) => target),
  );
  const [first] = group;
  const last = group.at(-1);
  if (!first || !last) return { kind: 'invalidRequest', reason: 'there is no target', targetIndex: 0 };
  const trajectory =
    group.length === 1 && first.way.isStraightInJoints
      ? timeStraight(arm, first, limits)
      : timeBlended(arm, group, limits);
  if (!(trajectoryDuration(trajectory) <= longestMove)) {
    const reason = 'the move would take longer than an hour; raise its speed or its limits';
    return { kind: 'invalidRequest', reason, targetIndex: last.index };
  }
  const contact = findContactAlong(arm, trajectory);
  if (contact) {
    const targetIndex = indexAt(group, trajectory, contact.time);
    const kind = contact.time >= trajectoryDuration(trajectory) ? 'goalInCollision' : 'pathInCollision';
    return { kind, reason: contact.reason, targetIndex };
  }
  return {
    trajectory,
    firstTarget: first.index,
    lastTarget: last.index,
    targetTimes: timesAt(group, trajectory),
    distanceMeters: measureDistance(arm, sampleJoints(trajectory), last),
  };
}

/** One joint move: exact, and slowed by the tool's speed only where that is exceeded. */
function timeStraight(arm: ArmContext, leg: Leg, limits: MoveLimits): Trajectory {
  const from = leg.way.joints[0] ?? leg.joints;
  const trajectory = planRestToRest(from, leg.joints, limits.joints);
  if (!(trajectoryDuration(trajectory) <= longestMove)) return trajectory;
  if (!Number.isFinite(limits.toolSpeed) || fastestTool(arm, trajectory, leg) <= limits.toolSpeed) return trajectory;
  return (
    joinTrajectories(
      blendWaypoints([from, leg.joints], [0, 0]).map((path) => timePath(path, timingOf(arm, leg, limits))),
    ) ?? trajectory
  );
}

/** Ways with their corners rounded, as one smooth path, timed. */
function timeBlended(arm: ArmContext, group: readonly Leg[], limits: MoveLimits): Trajectory {
  const points: (readonly number[])[] = [];
  let keepFrom = 0;
  for (const [position, leg] of group.entries()) {
    const next = group[position + 1];
    if (!next) {
      points.push(...leg.way.joints.slice(keepFrom));
      break;
    }
    const before = cutBeforeEnd(arm, leg.way, leg.tcp, leg.target.blendRadius);
    const after = cutAfterStart(arm, next.way, next.tcp, leg.target.blendRadius);
    points.push(...leg.way.joints.slice(keepFrom, before.index + 1), ...blendBetween(before, after));
    keepFrom = after.index;
  }
  const path = interpolateWaypoints(points);
  const last = group.at(-1);
  if (!path || !last) return planRestToRest(points[0] ?? [], points.at(-1) ?? [], limits.joints);
  return timePath(path, timingOf(arm, last, limits));
}

function timingOf(arm: ArmContext, { tcp }: Leg, limits: MoveLimits) {
  const position = (joints: readonly number[]): number[] => {
    const { x, y, z } = tcpPoseOf(arm, joints, tcp);
    return [x, y, z];
  };
  const tool = Number.isFinite(limits.toolSpeed) ? { speed: limits.toolSpeed, position } : undefined;
  return { limits: limits.joints, ...(tool ? { tool } : {}) };
}

/** Trajectories that each rest at both ends, one after the other. */
function joinTrajectories(trajectories: readonly Trajectory[]): Trajectory | undefined {
  const [first, ...rest] = trajectories;
  if (!first) return undefined;
  const points = [...first.points];
  for (const { points: more } of rest) {
    const offset = points.at(-1)?.timeFromStart ?? 0;
    points.push(...more.slice(1).map((point) => ({ ...point, timeFromStart: point.timeFromStart + offset })));
  }
  return { points };
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

function fastestTool(arm: ArmContext, trajectory: Trajectory, { tcp }: Leg): number {
  const samples = sampleJoints(trajectory).map((joints) => tcpPoseOf(arm, joints, tcp));
  let fastest = 0;
  for (let index = 1; index < samples.length; index++) {
    const [a, b] = [samples[index - 1], samples[index]];
    if (a && b) fastest = Math.max(fastest, Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z) / checkStep);
  }
  return fastest;
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

/** When each target is reached, or passed at its nearest. */
function timesAt(group: readonly Leg[], trajectory: Trajectory): number[] {
  const duration = trajectoryDuration(trajectory);
  const samples = sampleJoints(trajectory);
  let from = 0;
  return group.map(({ joints }, position) => {
    if (position === group.length - 1) return duration;
    let nearest = from;
    let least = Number.POSITIVE_INFINITY;
    for (let sample = from; sample < samples.length; sample++) {
      const distance = Math.hypot(...(samples[sample] ?? []).map((angle, joint) => angle - (joints[joint] ?? 0)));
      if (distance < least) [least, nearest] = [distance, sample];
    }
    from = nearest;
    return Math.min(nearest * checkStep, duration);
  });
}

function indexAt(group: readonly Leg[], trajectory: Trajectory, time: number): number {
  const times = timesAt(group, trajectory);
  const position = times.findIndex((reached) => time <= reached);
  return group[position < 0 ? group.length - 1 : position]?.index ?? 0;
}
