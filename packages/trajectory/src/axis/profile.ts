/** Position, velocity and acceleration of one axis: rad, rad/s, rad/s² (or m). */
export interface AxisState {
  readonly position: number;
  readonly velocity: number;
  readonly acceleration: number;
}

/** Motion limits of one axis; the minima are negative. Jerk is symmetric. */
export interface AxisLimits {
  readonly maxVelocity: number;
  readonly minVelocity: number;
  readonly maxAcceleration: number;
  readonly minAcceleration: number;
  readonly jerk: number;
}

/** Motion of one axis as phases of constant jerk after a starting state. */
export interface JerkProfile {
  readonly start: AxisState;
  /** Seconds of each phase, none negative. */
  readonly durations: readonly number[];
  /** Jerk of each phase. */
  readonly jerks: readonly number[];
}

export interface WritableAxisState {
  position: number;
  velocity: number;
  acceleration: number;
}

export function symmetricLimits(velocity: number, acceleration: number, jerk: number): AxisLimits {
  return {
    maxVelocity: velocity,
    minVelocity: -velocity,
    maxAcceleration: acceleration,
    minAcceleration: -acceleration,
    jerk,
  };
}

/** Advances a state by `h` seconds of constant jerk. */
export function advanceState(state: WritableAxisState, h: number, jerk: number): void {
  state.position += h * (state.velocity + h * (state.acceleration / 2 + (h * jerk) / 6));
  state.velocity += h * (state.acceleration + (h * jerk) / 2);
  state.acceleration += h * jerk;
}

/** Returns the total duration in seconds. */
export function profileDuration(profile: JerkProfile): number {
  let sum = 0;
  for (const duration of profile.durations) sum += duration;
  return sum;
}

/** Returns the state `time` seconds after the start; beyond the end, the state at the end. */
export function sampleProfile(profile: JerkProfile, time: number): WritableAxisState {
  const state = { ...profile.start };
  let left = time;
  for (let phase = 0; phase < profile.durations.length && left > 0; phase++) {
    const h = Math.min(left, profile.durations[phase] ?? 0);
    advanceState(state, h, profile.jerks[phase] ?? 0);
    left -= h;
  }
  return state;
}

/** Returns the state at the end of the last phase. */
export function profileEnd(profile: JerkProfile): WritableAxisState {
  return sampleProfile(profile, Number.POSITIVE_INFINITY);
}

/** Returns a profile of `first` followed by the phases of `second`. */
export function joinProfiles(first: JerkProfile, second: JerkProfile): JerkProfile {
  return {
    start: first.start,
    durations: [...first.durations, ...second.durations],
    jerks: [...first.jerks, ...second.jerks],
  };
}
