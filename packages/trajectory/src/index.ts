/**
 * Trajectories: their shape and sampling, limits, time scaling for override, pause and stop, jerk-limited time-optimal
 * motion of one and of many joints, and the timing of geometric paths. Pure: no I/O, no clock. Radians and seconds.
 */
export type { JointLimits, LimitQuantity, LimitViolation, MotionLimits } from './limits.ts';
export { findLimitViolations } from './limits.ts';
export { sampleTrajectory, TrajectorySampler } from './sample.ts';
export type { RateLimits, ScaledSample, TimeScalerOptions } from './time-scaler.ts';
export { DEFAULT_RATE_LIMITS, DEFAULT_STOP_DECELERATIONS, TimeScaler } from './time-scaler.ts';
export type { JointSample, Trajectory, TrajectoryPoint } from './trajectory.ts';
export { createSample, holdTrajectory, trajectoryDuration, trajectoryJointCount } from './trajectory.ts';
export type { TrajectoryProblem, TrajectoryProblemKind, ValidateOptions } from './validate.ts';
export { validateTrajectory } from './validate.ts';
export type { RampLimits, VelocityRamp } from './velocity-ramp.ts';
export { planVelocityRamp, rampDuration, sampleRamp } from './velocity-ramp.ts';
