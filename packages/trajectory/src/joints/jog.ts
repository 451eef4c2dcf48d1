import type { AxisLimits, AxisState, JerkProfile } from '../axis/profile.ts';
import { joinProfiles, profileDuration, profileEnd, sampleProfile, symmetricLimits } from '../axis/profile.ts';
import type { JointLimits } from '../limits.ts';
import type { JointSample, Trajectory } from '../trajectory.ts';
import type { JointState } from './motion.ts';
import { motionToTrajectory } from './motion.ts';
import type { Extent } from './stopping.ts';
import { profileExtent, rampProfile, stopExtent } from './stopping.ts';

const BISECTIONS = 40;

/** An axis with the range it must stay in. */
interface JogAxis {
  readonly limits: AxisLimits;
  readonly lower: number;
  readonly upper: number;
  /** Target velocity, within the limits. */
  readonly target: number;
}

/**
 * Plans a jog as a trajectory: every joint changes to its velocity as fast as the jerk allows, keeps it for
 * `holdSeconds`, and stops; sooner or slower where it would leave its range. The next command replaces the trajectory
 * in time, so a jog without a successor ends at rest by itself. Zero velocities make it the fastest jerk-limited stop.
 */
export function planJog(
  start: JointState,
  velocities: readonly number[],
  limits: JointLimits,
  holdSeconds: number,
): Trajectory {
  const stopped = start.positions.map((_, joint) =>
    planJointJog(stateOf(start, joint), jogAxis(limits, joint, velocities[joint] ?? 0), Math.max(0, holdSeconds)),
  );
  const duration = Math.max(0, ...stopped.map(profileDuration));
  const profiles = stopped.map((profile) => ({
    ...profile,
    durations: [...profile.durations, duration - profileDuration(profile)],
    jerks: [...profile.jerks, 0],
  }));
  const zeros = profiles.map(() => 0);
  const end = {
    positions: stopped.map((profile) => profileEnd(profile).position),
    velocities: zeros,
    accelerations: zeros,
  };
  return motionToTrajectory({ duration, profiles, end });
}

function planJointJog(start: AxisState, axis: JogAxis, holdSeconds: number): JerkProfile {
  const hold = axis.target === 0 ? 0 : holdSeconds;
  const stop = rampProfile(start, 0, axis.limits);
  const allowed = widen(axis, profileExtent(stop));
  const full = jogProfile(start, axis.target, axis.limits, hold);
  if (isWithin(profileExtent(full), allowed)) return full;
  const withHold = (share: number) => jogProfile(start, axis.target, axis.limits, share * hold);
  if (isWithin(profileExtent(withHold(0)), allowed)) return furthestWithin(withHold, allowed);
  return furthestWithin((share) => jogProfile(start, share * axis.target, axis.limits, 0), allowed, stop);
}

/** Returns the profile of the largest share, 0..1, that stays within the extent. */
function furthestWithin(profileOf: (share: number) => JerkProfile, allowed: Extent, least = profileOf(0)): JerkProfile {
  let best = least;
  let low = 0;
  let high = 1;
  for (let i = 0; i < BISECTIONS; i++) {
    const share = (low + high) / 2;
    const profile = profileOf(share);
    if (isWithin(profileExtent(profile), allowed)) {
      best = profile;
      low = share;
    } else {
      high = share;
    }
  }
  return best;
}

function jogProfile(start: AxisState, velocity: number, limits: AxisLimits, hold: number): JerkProfile {
  const ramp = rampProfile(start, velocity, limits);
  const end = { ...profileEnd(ramp), velocity, acceleration: 0 };
  const cruise = { start: end, durations: [hold], jerks: [0] };
  return joinProfiles(joinProfiles(ramp, cruise), rampProfile({ ...end, position: 0 }, 0, limits));
}

/**
 * Jogs tick by tick: follows velocity commands as fast as the jerk allows and brakes in time to stop before a joint
 * leaves its range. From every returned state the joint can still stop inside the range.
 */
export class JogFollower {
  private readonly limits: JointLimits;
  private readonly state: JointSample;

  constructor(start: JointState, limits: JointLimits) {
    this.limits = limits;
    this.state = {
      positions: [...start.positions],
      velocities: [...start.velocities],
      accelerations: [...start.accelerations],
    };
  }

  /**
   * Returns the state after `dt` seconds towards `velocities` (rad/s; an absent one is 0, a stop). The object is
   * reused.
   */
  step(dt: number, velocities: readonly number[]): Readonly<JointSample> {
    const { positions, velocities: speeds, accelerations } = this.state;
    for (let joint = 0; joint < positions.length; joint++) {
      const axis = jogAxis(this.limits, joint, velocities[joint] ?? 0);
      const next = stepJoint(stateOf(this.state, joint), axis, dt);
      positions[joint] = next.position;
      speeds[joint] = next.velocity;
      accelerations[joint] = next.acceleration;
    }
    return this.state;
  }

  /** True if every joint has stopped. */
  get standstill(): boolean {
    return this.state.velocities.every((v) => v === 0) && this.state.accelerations.every((a) => a === 0);
  }
}

function stepJoint(state: AxisState, axis: JogAxis, dt: number): AxisState {
  const { limits, target } = axis;
  const following = rampFor(state, target, limits, dt);
  const braking = rampFor(state, 0, limits, dt);
  const allowed = widen(axis, stopExtent(state, limits));
  if (isWithin(stopExtent(following, limits), allowed)) return following;
  // Every state between following and braking is reachable too, because the limits are convex.
  let low = 0;
  let high = 1;
  let best: AxisState = braking;
  for (let i = 0; i < BISECTIONS; i++) {
    const share = (low + high) / 2;
    const between = mix(braking, following, share);
    if (isWithin(stopExtent(between, limits), allowed)) {
      best = between;
      low = share;
    } else {
      high = share;
    }
  }
  return best;
}

/**
 * Returns the state `dt` seconds into the fastest change to `velocity`, and exactly that velocity once the change is
 * over.
 */
function rampFor(state: AxisState, velocity: number, limits: AxisLimits, dt: number): AxisState {
  const ramp = rampProfile(state, velocity, limits);
  const rest = dt - profileDuration(ramp);
  if (rest < 0) return sampleProfile(ramp, dt);
  return { position: profileEnd(ramp).position + velocity * rest, velocity, acceleration: 0 };
}

function mix(a: AxisState, b: AxisState, share: number): AxisState {
  const between = (from: number, to: number) => from + share * (to - from);
  return {
    position: between(a.position, b.position),
    velocity: between(a.velocity, b.velocity),
    acceleration: between(a.acceleration, b.acceleration),
  };
}

function jogAxis(limits: JointLimits, joint: number, velocity: number): JogAxis {
  const speed = limits.velocity[joint] ?? 0;
  return {
    limits: symmetricLimits(speed, limits.acceleration[joint] ?? 0, limits.jerk[joint] ?? 0),
    lower: limits.lower?.[joint] ?? Number.NEGATIVE_INFINITY,
    upper: limits.upper?.[joint] ?? Number.POSITIVE_INFINITY,
    target: Number.isFinite(velocity) ? Math.max(-speed, Math.min(speed, velocity)) : 0,
  };
}

/**
 * Returns the range widened by the travel that even immediate braking cannot avoid, so that a joint outside may move
 * back in.
 */
function widen({ lower, upper }: JogAxis, unavoidable: Extent): Extent {
  return { lowest: Math.min(lower, unavoidable.lowest), highest: Math.max(upper, unavoidable.highest) };
}

function isWithin(inner: Extent, outer: Extent): boolean {
  return inner.lowest >= outer.lowest && inner.highest <= outer.highest;
}

function stateOf(state: JointState, joint: number): AxisState {
  return {
    position: state.positions[joint] ?? Number.NaN,
    velocity: state.velocities[joint] ?? Number.NaN,
    acceleration: state.accelerations[joint] ?? Number.NaN,
  };
}
