/** Limits of a jerk-limited change of velocity; `minimum` of the acceleration is negative. */
export interface RampLimits {
  readonly maxAcceleration: number;
  readonly minAcceleration: number;
  readonly jerk: number;
}

/** Three phases of constant jerk: towards the required acceleration, holding it, and back to zero. */
export interface VelocityRamp {
  readonly durations: readonly [number, number, number];
  readonly jerks: readonly [number, number, number];
}

/**
 * Returns the fastest jerk-limited ramp from velocity `v0` with acceleration `a0` to `target` without acceleration. An
 * acceleration outside its limits is first brought back at full jerk. Never overshoots the target unless `a0` already
 * forces it to.
 */
export function planVelocityRamp(v0: number, a0: number, target: number, limits: RampLimits): VelocityRamp {
  const { jerk } = limits;
  const settled = v0 + (a0 * Math.abs(a0)) / (2 * jerk);
  const direction = target >= settled ? 1 : -1;
  const limit = direction > 0 ? limits.maxAcceleration : -limits.minAcceleration;
  const start = direction * a0;
  const gain = direction * (target - v0);
  const peak = Math.sqrt(Math.max(0, jerk * gain + (start * start) / 2));
  if (start <= limit && peak <= limit) {
    const rise = Math.max(0, (peak - start) / jerk);
    return { durations: [rise, 0, Math.max(0, peak / jerk)], jerks: [direction * jerk, 0, -direction * jerk] };
  }
  const turn = start <= limit ? jerk : -jerk;
  const approach = (limit - start) / turn;
  const gained = ((limit + start) / 2) * approach + (limit * limit) / (2 * jerk);
  const hold = Math.max(0, (gain - gained) / limit);
  return { durations: [approach, hold, limit / jerk], jerks: [direction * turn, 0, -direction * jerk] };
}

/** Writes velocity and acceleration `time` seconds into a ramp that started at (`v0`, `a0`) to `out`. */
export function sampleRamp(
  ramp: VelocityRamp,
  v0: number,
  a0: number,
  time: number,
  out: { velocity: number; acceleration: number },
): void {
  let velocity = v0;
  let acceleration = a0;
  let left = time;
  for (let phase = 0; phase < 3 && left > 0; phase++) {
    const jerk = ramp.jerks[phase] ?? 0;
    const step = Math.min(left, ramp.durations[phase] ?? 0);
    velocity += step * (acceleration + (step * jerk) / 2);
    acceleration += step * jerk;
    left -= step;
  }
  out.velocity = velocity;
  out.acceleration = acceleration;
}

/** Returns the duration of a ramp in seconds. */
export function rampDuration(ramp: VelocityRamp): number {
  return ramp.durations[0] + ramp.durations[1] + ramp.durations[2];
}
