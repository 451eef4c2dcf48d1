/**
 * Trajectories: their shape and sampling, limits, time scaling for override, pause and stop, jerk-limited time-optimal
 * motion of one and of many joints, and the timing of geometric paths. Pure: no I/O, no clock. Radians and seconds.
 */
export { AxisProblem } from './axis/axis-problem.ts';
export type { AxisLimits, AxisState, JerkProfile } from './axis/profile.ts';
export { profileDuration, profileEnd, sampleProfile, symmetricLimits } from './axis/profile.ts';
export type { RampLimits, VelocityRamp } from './axis/velocity-ramp.ts';
export { planVelocityRamp, rampDuration, sampleRamp } from './axis/velocity-ramp.ts';
export type { JointMotion, JointState } from './joints/motion.ts';
export { atRest, motionToTrajectory } from './joints/motion.ts';
export type { Synchronisation } from './joints/rest-to-rest.ts';
export { planMove } from './joints/rest-to-rest.ts';
export type { MotionRefusal, MotionResult } from './joints/synchronise.ts';
export { planTimeSynchronised, toAxisLimits } from './joints/synchronise.ts';
export type { JointLimits, LimitQuantity, LimitViolation, MotionLimits } from './limits.ts';
export { findLimitViolations } from './limits.ts';
export { sampleTrajectory, TrajectorySampler } from './sample.ts';
export type { RateLimits, ScaledSample, TimeScalerOptions } from './time-scaler.ts';
export { DEFAULT_RATE_LIMITS, DEFAULT_STOP_DECELERATIONS, TimeScaler } from './time-scaler.ts';
export type { JointSample, Trajectory, TrajectoryPoint } from './trajectory.ts';
export { createSample, holdTrajectory, trajectoryDuration, trajectoryJointCount } from './trajectory.ts';
export type { TrajectoryProblem, TrajectoryProblemKind, ValidateOptions } from './validate.ts';
export { validateTrajectory } from './validate.ts';
