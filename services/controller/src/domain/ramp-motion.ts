import type { VelocityRamp } from '@cellwright/trajectory';

/** A joint's motion: rad, rad/s, rad/s². */
export interface JointMotion {
  position: number;
  velocity: number;
  acceleration: number;
}

/** Moves a joint `time` seconds along a velocity ramp that was planned from its velocity and acceleration. */
export function followRamp(ramp: VelocityRamp, from: Readonly<JointMotion>, time: number): JointMotion {
  let { position, velocity, acceleration } = from;
  let left = time;
  for (let phase = 0; phase <= ramp.durations.length && left > 0; phase++) {
    const jerk = ramp.jerks[phase] ?? 0;
    // After the last phase the velocity holds.
    const step = Math.min(left, ramp.durations[phase] ?? left);
    position += step * (velocity + step * (acceleration / 2 + (step * jerk) / 6));
    velocity += step * (acceleration + (step * jerk) / 2);
    acceleration += step * jerk;
    left -= step;
  }
  return { position, velocity, acceleration };
}

/** The furthest positions a joint reaches on its way along a ramp to standstill. */
export function reachOfRamp(ramp: VelocityRamp, from: Readonly<JointMotion>): { lowest: number; highest: number } {
  let state: JointMotion = { ...from };
  let lowest = state.position;
  let highest = state.position;
  const note = (position: number) => {
    lowest = Math.min(lowest, position);
    highest = Math.max(highest, position);
  };
  ramp.durations.forEach((duration, phase) => {
    const jerk = ramp.jerks[phase] ?? 0;
    const { position, velocity, acceleration } = state;
    const positionAt = (t: number) => position + t * (velocity + t * (acceleration / 2 + (t * jerk) / 6));
    for (const t of turningTimes(velocity, acceleration, jerk)) if (t > 0 && t < duration) note(positionAt(t));
    note(positionAt(duration));
    state = {
      position: positionAt(duration),
      velocity: velocity + duration * (acceleration + (duration * jerk) / 2),
      acceleration: acceleration + duration * jerk,
    };
  });
  return { lowest, highest };
}

/** Times at which velocity + acceleration·t + jerk·t²/2 is zero. */
function turningTimes(velocity: number, acceleration: number, jerk: number): number[] {
  if (jerk === 0) return acceleration === 0 ? [] : [-velocity / acceleration];
  const discriminant = acceleration * acceleration - 2 * jerk * velocity;
  if (discriminant < 0) return [];
  const root = Math.sqrt(discriminant);
  return [(-acceleration - root) / jerk, (-acceleration + root) / jerk];
}
