/**
 * Trajectories: their shape and sampling, limits, time scaling for override, pause and stop, jerk-limited time-optimal
 * motion of one and of many joints, and the timing of geometric paths. Pure: no I/O, no clock. Radians and seconds.
 *
 * - move from rest to rest: {@link planMove} (straight in joint space; the whole of a joint move)
 * - retarget from any state: {@link planTimeSynchronised}, then {@link motionToTrajectory}
 * - a sampled Cartesian motion: {@link interpolateWaypoints}, then {@link timePath}
 * - paths of any kind with rounded corners, each with limits of its own: {@link joinPaths}, {@link timePathInParts}
 * - jog: {@link planJog} as a trajectory, {@link JogFollower} tick by tick
 * - drive: {@link TimeScaler} in the controller, {@link TrajectorySampler} elsewhere
 */
export { AxisProblem } from './axis/axis-problem.ts';
export type { AxisLimits, AxisState, JerkProfile } from './axis/profile.ts';
export { profileDuration, profileEnd, sampleProfile, symmetricLimits } from './axis/profile.ts';
export type { RampLimits, VelocityRamp } from './axis/velocity-ramp.ts';
export { planVelocityRamp, rampDuration, sampleRamp } from './axis/velocity-ramp.ts';
export { ChordStrays } from './chord-strays.ts';
export { JogFollower, planJog } from './joints/jog.ts';
export type { JointMotion, JointState } from './joints/motion.ts';
export { atRest, motionToTrajectory } from './joints/motion.ts';
export type { Synchronisation } from './joints/rest-to-rest.ts';
export { planMove } from './joints/rest-to-rest.ts';
export type { MotionRefusal, MotionResult } from './joints/synchronise.ts';
export { planTimeSynchronised, toAxisLimits } from './joints/synchronise.ts';
export type { LimitUse } from './limit-use.ts';
export { limitUse } from './limit-use.ts';
export type { JointLimits, LimitQuantity, LimitViolation, MotionLimits } from './limits.ts';
export { findLimitViolations } from './limits.ts';
export { blendWaypoints } from './path/blended-path.ts';
export type { GeometricPath, PathDerivatives } from './path/geometric-path.ts';
export { createDerivatives } from './path/geometric-path.ts';
export type { JoinedPath, LegRange, PathLeg } from './path/joined-path.ts';
export { joinPaths } from './path/joined-path.ts';
export { interpolateAt, interpolateWaypoints } from './path/spline-path.ts';
export type { PathParts, PathTimingOptions, TimedPath } from './path/time-path.ts';
export { timePath, timePathInParts } from './path/time-path.ts';
export type { ToolArm } from './path/tool-speed.ts';
export { boundToolSpeed } from './path/tool-speed.ts';
export type { ToolLimits } from './path/tool-travel.ts';
export type { PathStretch } from './path/zones.ts';
export { sampleTrajectory, TrajectorySampler } from './sample.ts';
export type { ResolvedSpeed, SpeedProfile } from './speed-profile.ts';
export { resolveSpeedProfile, SLOW_SPEED } from './speed-profile.ts';
export type { RateLimits, ScaledSample, TimeScalerOptions } from './time-scaler.ts';
export { DEFAULT_RATE_LIMITS, DEFAULT_STOP_DECELERATIONS, TimeScaler } from './time-scaler.ts';
export type { JointSample, Trajectory, TrajectoryPoint } from './trajectory.ts';
export {
  createSample,
  holdTrajectory,
  joinTrajectories,
  stretchTrajectory,
  trajectoryDuration,
  trajectoryJointCount,
} from './trajectory.ts';
export type { TrajectoryProblem, TrajectoryProblemKind, ValidateOptions } from './validate.ts';
export { validateTrajectory } from './validate.ts';
export type { Weave, WeaveOffset, WeavePattern } from './weave/weave.ts';
export { maxDwellShare, WeaveAlongSeam, weavePatterns } from './weave/weave.ts';
