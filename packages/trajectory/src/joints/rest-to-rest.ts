import type { MotionLimits } from '../limits.ts';
import type { Trajectory, TrajectoryPoint } from '../trajectory.ts';
import { holdTrajectory } from '../trajectory.ts';
import { atRest, motionToTrajectory } from './motion.ts';

/**
 * `phase`: all joints go through the same fraction of their travel at the same time, straight in joint space. `time`:
 * all joints arrive together, each on its own profile; straight too where that costs no time.
 */
export type Synchronisation = 'phase' | 'time';

/** A symmetric rest-to-rest profile: jerk, hold acceleration, jerk, cruise, and the same backwards. Seconds. */
interface RestProfile {
  readonly jerkTime: number;
  readonly holdTime: number;
  readonly cruiseTime: number;
}

/** Moves shorter than this (rad, every joint) are not moves: the arm is already there. */
const NO_DISTANCE = 1e-13;
const PATTERN: readonly number[] = [1, 0, -1, 0, -1, 0, 1];

/** Plans the fastest trajectory from rest to rest within the limits; a zero-length move holds the position. */
export function planMove(
  from: readonly number[],
  to: readonly number[],
  limits: MotionLimits,
  synchronisation: Synchronisation = 'phase',
): Trajectory {
  const distances = to.map((position, joint) => position - (from[joint] ?? 0));
  const longest = distances.reduce((most, distance) => Math.max(most, Math.abs(distance)), 0);
  if (!(longest > NO_DISTANCE)) return holdTrajectory(to);
  const line = fastestLine(distances, limits);
  if (synchronisation === 'time') {
    const duration = slowestJoint(distances, limits);
    if (durationOf(line.profile) > duration * (1 + 1e-12)) return arriveTogether(from, to, limits, duration);
  }
  return followLine(from, to, distances, line.profile, line.jerk);
}

/** Returns the fastest profile along the line, with the travelled fraction as its distance of 1. */
function fastestLine(distances: readonly number[], limits: MotionLimits): { profile: RestProfile; jerk: number } {
  let velocity = Number.POSITIVE_INFINITY;
  let acceleration = Number.POSITIVE_INFINITY;
  let jerk = Number.POSITIVE_INFINITY;
  for (let joint = 0; joint < distances.length; joint++) {
    const distance = Math.abs(distances[joint] ?? 0);
    if (distance === 0) continue;
    velocity = Math.min(velocity, (limits.velocity[joint] ?? 0) / distance);
    acceleration = Math.min(acceleration, (limits.acceleration[joint] ?? 0) / distance);
    jerk = Math.min(jerk, (limits.jerk[joint] ?? 0) / distance);
  }
  return { profile: fastestProfile(1, velocity, acceleration, jerk), jerk };
}

/** Returns the fastest rest-to-rest profile over a positive distance. */
function fastestProfile(distance: number, velocity: number, acceleration: number, jerk: number): RestProfile {
  const ramp = rampTo(velocity, acceleration, jerk);
  const rampTime = 2 * ramp.jerkTime + ramp.holdTime;
  if (distance >= velocity * rampTime) return { ...ramp, cruiseTime: distance / velocity - rampTime };
  const jerkTime = acceleration / jerk;
  // Half the distance is the peak velocity A·(tj + th) times half the ramp's time, 2·tj + th: solve for th.
  if (distance >= 2 * acceleration * jerkTime * jerkTime) {
    const holdTime = (Math.sqrt(jerkTime * jerkTime + (4 * distance) / acceleration) - 3 * jerkTime) / 2;
    return { jerkTime, holdTime: Math.max(0, holdTime), cruiseTime: 0 };
  }
  return { jerkTime: Math.cbrt(distance / (2 * jerk)), holdTime: 0, cruiseTime: 0 };
}

function rampTo(velocity: number, acceleration: number, jerk: number): RestProfile {
  const full = acceleration / jerk;
  if (velocity >= acceleration * full)
    return { jerkTime: full, holdTime: velocity / acceleration - full, cruiseTime: 0 };
  return { jerkTime: Math.sqrt(velocity / jerk), holdTime: 0, cruiseTime: 0 };
}

function durationOf({ jerkTime, holdTime, cruiseTime }: RestProfile): number {
  return 4 * jerkTime + 2 * holdTime + cruiseTime;
}

function distanceOf({ jerkTime, holdTime, cruiseTime }: RestProfile, jerk: number): number {
  const velocity = jerk * jerkTime * (jerkTime + holdTime);
  return velocity * (2 * jerkTime + holdTime + cruiseTime);
}

function phasesOf({ jerkTime, holdTime, cruiseTime }: RestProfile): number[] {
  return [jerkTime, holdTime, jerkTime, cruiseTime, jerkTime, holdTime, jerkTime];
}

function slowestJoint(distances: readonly number[], limits: MotionLimits): number {
  let duration = 0;
  for (let joint = 0; joint < distances.length; joint++) {
    const distance = Math.abs(distances[joint] ?? 0);
    if (distance === 0) continue;
    const [v, a, j] = limitsOf(limits, joint);
    duration = Math.max(duration, durationOf(fastestProfile(distance, v, a, j)));
  }
  return duration;
}

function limitsOf(limits: MotionLimits, joint: number): [number, number, number] {
  return [limits.velocity[joint] ?? 0, limits.acceleration[joint] ?? 0, limits.jerk[joint] ?? 0];
}

/** Puts every joint on the profile that would take it furthest in `duration`, scaled down to its distance. */
function arriveTogether(
  from: readonly number[],
  to: readonly number[],
  limits: MotionLimits,
  duration: number,
): Trajectory {
  const profiles = from.map((position, joint) => {
    const [velocity, acceleration, jerk] = limitsOf(limits, joint);
    const profile = furthestProfile(duration, velocity, acceleration, jerk);
    const scaled = (jerk * ((to[joint] ?? position) - position)) / distanceOf(profile, jerk);
    const start = { position, velocity: 0, acceleration: 0 };
    const bounded = Math.max(-jerk, Math.min(jerk, scaled));
    return { start, durations: phasesOf(profile), jerks: PATTERN.map((sign) => sign * bounded) };
  });
  return motionToTrajectory({ duration, profiles, end: atRest(to) });
}

function furthestProfile(duration: number, velocity: number, acceleration: number, jerk: number): RestProfile {
  const ramp = rampTo(velocity, acceleration, jerk);
  const cruiseTime = duration - durationOf(ramp);
  if (cruiseTime >= 0) return { ...ramp, cruiseTime };
  const jerkTime = Math.min(acceleration / jerk, duration / 4);
  return { jerkTime, holdTime: Math.max(0, (duration - 4 * jerkTime) / 2), cruiseTime: 0 };
}

/**
 * Returns the points of a straight move: the states of its fraction at the ends of the seven phases, times the
 * distances.
 */
function followLine(
  from: readonly number[],
  to: readonly number[],
  distances: readonly number[],
  profile: RestProfile,
  jerk: number,
): Trajectory {
  const points: TrajectoryPoint[] = [];
  const push = (timeFromStart: number, way: number, velocity: number, acceleration: number) => {
    const positions = distances.map((distance, joint) => (from[joint] ?? 0) + distance * way);
    const velocities = distances.map((distance) => distance * velocity);
    points.push({ timeFromStart, positions, velocities, accelerations: distances.map((d) => d * acceleration) });
  };
  let [time, s, v, a] = [0, 0, 0, 0];
  push(0, 0, 0, 0);
  const phases = phasesOf(profile);
  for (let phase = 0; phase < 7; phase++) {
    const h = phases[phase] ?? 0;
    if (!(h > 0) || time + h === time) continue;
    const j = jerk * (PATTERN[phase] ?? 0);
    s += h * (v + h * (a / 2 + (h * j) / 6));
    v += h * (a + (h * j) / 2);
    a = phase === 2 || phase === 6 ? 0 : a + h * j;
    time += h;
    push(time, s, v, a);
  }
  points[points.length - 1] = { timeFromStart: time, ...atRest([...to]) };
  return { points };
}
