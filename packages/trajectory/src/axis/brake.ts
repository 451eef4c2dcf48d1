import type { AxisLimits, AxisState, JerkProfile, WritableAxisState } from './profile.ts';
import { advanceState } from './profile.ts';
import { planVelocityRamp } from './velocity-ramp.ts';

/** Largest excess over a limit (rad/s, rad/s²) that counts as rounding, not as a violation. */
export const LIMIT_ROUNDING = 1e-11;

/** Returns the velocity after the acceleration is reduced to zero at full jerk. */
export function settledVelocity(velocity: number, acceleration: number, jerk: number): number {
  return velocity + (acceleration * Math.abs(acceleration)) / (2 * jerk);
}

/** True if a motion that keeps all limits can start here. */
export function isViableStart({ velocity, acceleration }: AxisState, limits: AxisLimits): boolean {
  const settled = settledVelocity(velocity, acceleration, limits.jerk);
  return (
    acceleration <= limits.maxAcceleration + LIMIT_ROUNDING &&
    acceleration >= limits.minAcceleration - LIMIT_ROUNDING &&
    Math.max(velocity, settled) <= limits.maxVelocity + LIMIT_ROUNDING &&
    Math.min(velocity, settled) >= limits.minVelocity - LIMIT_ROUNDING
  );
}

/** True if a motion that keeps all limits can end here, i.e. can start here backwards in time. */
export function isViableTarget(target: AxisState, limits: AxisLimits): boolean {
  const { maxVelocity, minVelocity, maxAcceleration, minAcceleration, jerk } = limits;
  return isViableStart(
    { position: target.position, velocity: target.velocity, acceleration: -target.acceleration },
    { maxVelocity, minVelocity, maxAcceleration: -minAcceleration, minAcceleration: -maxAcceleration, jerk },
  );
}

/**
 * Brings a state that is or will inevitably be outside its limits back inside as fast as the jerk allows: first an
 * acceleration to its limit, then a velocity to its limit. Returns no phases when the state is viable.
 */
export function planBrake(start: AxisState, limits: AxisLimits): JerkProfile {
  const state: WritableAxisState = { ...start };
  const durations: number[] = [];
  const jerks: number[] = [];
  const drive = (h: number, jerk: number) => {
    if (!(h > 0)) return;
    advanceState(state, h, jerk);
    durations.push(h);
    jerks.push(jerk);
  };
  // A correction of one side can overshoot the other when the velocity range is tiny: alternate for a few rounds.
  for (let round = 0; round < 8 && !isViableStart(state, limits); round++) brakeOnce(state, limits, drive);
  return { start, durations, jerks };
}

function brakeOnce(state: WritableAxisState, limits: AxisLimits, drive: (h: number, jerk: number) => void): void {
  const { maxVelocity, minVelocity, maxAcceleration, minAcceleration, jerk } = limits;
  const { acceleration } = state;
  if (acceleration > maxAcceleration || acceleration < minAcceleration) {
    drive((acceleration - maxAcceleration) / jerk, -jerk);
    drive((minAcceleration - acceleration) / jerk, jerk);
    return;
  }
  const tooFast = Math.max(state.velocity, settledVelocity(state.velocity, acceleration, jerk)) > maxVelocity;
  const side = tooFast ? 1 : -1;
  const steepest = tooFast ? -minAcceleration : maxAcceleration;
  if (steepest * steepest > jerk * (maxVelocity - minVelocity)) {
    // Reducing such a braking to zero would leave a narrow velocity range on its other side: stop on its edge.
    const ramp = planVelocityRamp(state.velocity, acceleration, tooFast ? maxVelocity : minVelocity, limits);
    for (let phase = 0; phase < 3; phase++) drive(ramp.durations[phase] ?? 0, ramp.jerks[phase] ?? 0);
    return;
  }
  const rising = side * acceleration;
  const excess = side * state.velocity - (tooFast ? maxVelocity : -minVelocity);
  const needed = Math.sqrt(Math.max(0, rising * rising + 2 * jerk * excess));
  const braking = Math.min(needed, steepest);
  drive((rising + braking) / jerk, -side * jerk);
  const left = side * state.velocity - (tooFast ? maxVelocity : -minVelocity);
  if (braking < needed && left > 0) drive(left / braking, 0);
}
