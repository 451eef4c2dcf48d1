import type { ArmModel, ArmMotionLimits, JointModel } from './arm-model.ts';

/** Default ratio of a stop's deceleration to a move's acceleration. */
const stopFactor = 5;

/** Default ratio of jerk limits to acceleration limits (1/s). */
export const jerkPerAcceleration = 10;

const defaultAcceleration = [1.8, 1.8, 2.5, 3.4, 3.4, 2];

/** Returns limits for an arm without its own: its joints' velocities and the default accelerations. */
export function defaultMotionLimits(joints: readonly JointModel[]): ArmMotionLimits {
  const acceleration = joints.map((_, index) => defaultAcceleration[index] ?? 2);
  return {
    velocity: joints.map((joint) => joint.limits.velocity),
    acceleration,
    jerk: acceleration.map((value) => value * jerkPerAcceleration),
    stopDeceleration: acceleration.map((value) => value * stopFactor),
  };
}

/** Returns all joint limits as arrays: rad, rad/s, rad/s², rad/s³. */
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
