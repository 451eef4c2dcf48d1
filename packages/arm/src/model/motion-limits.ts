import type { ArmModel, ArmMotionLimits, JointModel } from './arm-model.ts';

/** How much harder a stop brakes than a move accelerates, when nobody says otherwise. */
const stopFactor = 5;

/** Jerk limits are this many times the acceleration limits, when nobody says otherwise (1/s). */
export const jerkPerAcceleration = 10;

const defaultAcceleration = [1.8, 1.8, 2.5, 3.4, 3.4, 2];

/** Limits for an arm that comes without any: its joints' own velocities and the default accelerations. */
export function defaultMotionLimits(joints: readonly JointModel[]): ArmMotionLimits {
  const acceleration = joints.map((_, index) => defaultAcceleration[index] ?? 2);
  return {
    velocity: joints.map((joint) => joint.limits.velocity),
    acceleration,
    jerk: acceleration.map((value) => value * jerkPerAcceleration),
    stopDeceleration: acceleration.map((value) => value * stopFactor),
  };
}

/** All joint limits as arrays: rad, rad/s, rad/s², rad/s³. */
export function jointLimitsOf(model: ArmModel): {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly velocity: readonly number[];
  readonly acceleration: readonly number[];
  readonly jerk: readonly number[];
} {
  return {
    lower: model.joints.map((joint) => joint.limits.lower),
    upper: model.joints.map((joint) => joint.limits.upper),
    velocity: model.motionLimits.velocity,
    acceleration: model.motionLimits.acceleration,
    jerk: model.motionLimits.jerk,
  };
}
