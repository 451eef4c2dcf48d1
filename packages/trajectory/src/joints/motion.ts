import type { JerkProfile, WritableAxisState } from '../axis/profile.ts';
import { advanceState } from '../axis/profile.ts';
import { CARRIED_ROUNDING } from '../hermite.ts';
import type { JointSample, Trajectory } from '../trajectory.ts';
import { createSample } from '../trajectory.ts';

/** The state of all joints: rad, rad/s, rad/s². */
export interface JointState {
  readonly positions: readonly number[];
  readonly velocities: readonly number[];
  readonly accelerations: readonly number[];
}

/** One profile per joint, all of the same duration. */
export interface JointMotion {
  readonly duration: number;
  readonly profiles: readonly JerkProfile[];
  /** Final state: the profiles' end without their rounding. */
  readonly end: JointState;
}

/** Times closer than this (relative) are one point: two joints that switch jerk together apart from rounding. */
const SAME_TIME = 2e-15;
/** rad/s³. */
const INVISIBLE_JERK = 1e-10;

interface TimedSample extends JointSample {
  timeFromStart: number;
}

export function atRest(positions: readonly number[]): JointState {
  const zeros = positions.map(() => 0);
  return { positions, velocities: zeros, accelerations: zeros };
}

/**
 * Converts a motion to points: one whenever any joint changes its jerk, so that the interpolation reproduces the motion
 * exactly.
 */
export function motionToTrajectory(motion: JointMotion): Trajectory {
  const times = collectTimes(motion);
  const jointCount = motion.profiles.length;
  const points = times.map((timeFromStart) => ({ timeFromStart, ...createSample(jointCount) }));
  motion.profiles.forEach((profile, joint) => {
    fillJoint(points, profile, joint);
  });
  settleEnd(points, motion.end);
  return { points };
}

/**
 * Writes the target over the end of the profiles if the difference is rounding that the interpolation ignores, or too
 * little to show in the last phase.
 */
function settleEnd(points: readonly TimedSample[], target: JointState): void {
  const last = points[points.length - 1];
  const before = points[points.length - 2];
  if (last === undefined) return;
  const h = before === undefined ? Number.POSITIVE_INFINITY : last.timeFromStart - before.timeFromStart;
  for (let joint = 0; joint < last.positions.length; joint++) {
    const position = target.positions[joint] ?? 0;
    const velocity = target.velocities[joint] ?? 0;
    const acceleration = target.accelerations[joint] ?? 0;
    const gap = Math.abs(position - (last.positions[joint] ?? 0));
    const speedGap = Math.abs(velocity - (last.velocities[joint] ?? 0));
    const pushGap = Math.abs(acceleration - (last.accelerations[joint] ?? 0));
    const overlooked = Math.max(gap, speedGap) < CARRIED_ROUNDING / 2;
    const jerk = (overlooked ? 0 : (60 * gap) / h ** 3 + (24 * speedGap) / h ** 2) + (3 * pushGap) / h;
    if (jerk > INVISIBLE_JERK) continue;
    last.positions[joint] = position;
    last.velocities[joint] = velocity;
    last.accelerations[joint] = acceleration;
  }
}

function collectTimes(motion: JointMotion): number[] {
  const all: number[] = [];
  for (const { durations } of motion.profiles) {
    let time = 0;
    for (const duration of durations) {
      time += duration;
      all.push(time);
    }
  }
  all.sort((a, b) => a - b);
  const end = motion.duration;
  const apart = SAME_TIME * (1 + end);
  const times = [0];
  let last = 0;
  for (const time of all) {
    if (time - last <= apart || time >= end - apart) continue;
    times.push(time);
    last = time;
  }
  if (end > 0) times.push(end);
  return times;
}

function fillJoint(points: readonly TimedSample[], profile: JerkProfile, joint: number): void {
  const { durations, jerks } = profile;
  const base: WritableAxisState = { ...profile.start };
  const state: WritableAxisState = { ...profile.start };
  let phase = 0;
  let phaseStart = 0;
  let duration = durations[0] ?? 0;
  for (const point of points) {
    while (phase < durations.length - 1 && point.timeFromStart >= phaseStart + duration) {
      advanceState(base, duration, jerks[phase] ?? 0);
      phaseStart += duration;
      phase += 1;
      duration = durations[phase] ?? 0;
    }
    state.position = base.position;
    state.velocity = base.velocity;
    state.acceleration = base.acceleration;
    advanceState(state, point.timeFromStart - phaseStart, jerks[phase] ?? 0);
    point.positions[joint] = state.position;
    point.velocities[joint] = state.velocity;
    point.accelerations[joint] = state.acceleration;
  }
}
