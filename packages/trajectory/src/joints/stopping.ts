import type { AxisLimits, AxisState, JerkProfile } from '../axis/profile.ts';
import { advanceState } from '../axis/profile.ts';
import { planVelocityRamp } from '../axis/velocity-ramp.ts';

/** Lowest and highest position that a motion passes, rad. */
export interface Extent {
  readonly lowest: number;
  readonly highest: number;
}

/** Returns the fastest jerk-limited change of one axis to `velocity` as a profile. */
export function rampProfile(start: AxisState, velocity: number, limits: AxisLimits): JerkProfile {
  const { durations, jerks } = planVelocityRamp(start.velocity, start.acceleration, velocity, limits);
  return { start, durations, jerks };
}

/** Returns the extent of a profile from its ends and turning points. */
export function profileExtent(profile: JerkProfile): Extent {
  const state = { ...profile.start };
  let lowest = state.position;
  let highest = state.position;
  const visit = (position: number) => {
    lowest = Math.min(lowest, position);
    highest = Math.max(highest, position);
  };
  profile.durations.forEach((duration, phase) => {
    const jerk = profile.jerks[phase] ?? 0;
    for (const turn of turningTimes(state, jerk, duration)) {
      const there = { ...state };
      advanceState(there, turn, jerk);
      visit(there.position);
    }
    advanceState(state, duration, jerk);
    visit(state.position);
  });
  return { lowest, highest };
}

/** Returns the extent of the fastest jerk-limited stop from a state. */
export function stopExtent(state: AxisState, limits: AxisLimits): Extent {
  return profileExtent(rampProfile(state, 0, limits));
}

/** Returns the times at which the velocity is zero within a phase of constant jerk. */
function turningTimes({ velocity, acceleration }: AxisState, jerk: number, duration: number): number[] {
  if (jerk === 0) {
    const time = -velocity / acceleration;
    return time > 0 && time < duration ? [time] : [];
  }
  const root = Math.sqrt(acceleration * acceleration - 2 * jerk * velocity);
  return [(-acceleration - root) / jerk, (-acceleration + root) / jerk].filter((time) => time > 0 && time < duration);
}
