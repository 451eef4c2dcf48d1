import type { MotionLimits } from './limits.ts';

/**
 * Slow speed: maximum shares of a profile's own speeds and accelerations. The cell's slow-speed presets: scaling factor
 * 0.1, base scaling 0.06.
 */
export const SLOW_SPEED: { readonly scalingFactor: number; readonly baseScaling: number } = {
  scalingFactor: 0.1,
  baseScaling: 0.06,
};

/** A speed profile; every field may be absent or null. rad/s, rad/s², rad/s³, m/s, m/s². */
export interface SpeedProfile {
  readonly maxJointSpeeds?: readonly number[] | null;
  readonly maxTooltipSpeed?: number | null;
  readonly maxTooltipAcceleration?: number | null;
  readonly maxJointAccelerations?: readonly number[] | null;
  readonly jerkLimit?: number | null;
  readonly baseVelocityScaling?: number | null;
  readonly baseAccelerationScaling?: number | null;
  /** Factor 0..1 on the velocities of joints and tool; a percentage of speed divided by 100. */
  readonly scalingFactor?: number | null;
  /** Slow speed: limits every scaling to `SLOW_SPEED`. */
  readonly tabletSafetyEnabled?: boolean | null;
}

/** Limits of a motion: those of the joints, and those of the tool if there are any. */
export interface ResolvedSpeed {
  readonly limits: MotionLimits;
  /** m/s; infinite when the profile sets none. */
  readonly toolSpeed: number;
  /** m/s²; infinite when the profile sets none. */
  readonly toolAcceleration: number;
}

/**
 * Applies a speed profile to the arm's limits: its maxima where they are lower, then base scalings, scaling factor and
 * slow speed. The result never exceeds the arm's limits and is never zero: factors are clamped to 0.001..1.
 */
export function resolveSpeedProfile(profile: SpeedProfile, arm: MotionLimits): ResolvedSpeed {
  const isSlow = profile.tabletSafetyEnabled === true;
  const ownSpeed = clampFactor(profile.scalingFactor) * clampFactor(profile.baseVelocityScaling);
  const ownPush = clampFactor(profile.baseAccelerationScaling);
  const speed = isSlow ? Math.min(ownSpeed, SLOW_SPEED.scalingFactor) : ownSpeed;
  const push = isSlow ? Math.min(ownPush, SLOW_SPEED.baseScaling) : ownPush;
  const cap = (own: number, most: number | undefined) =>
    most === undefined || !(most > 0) ? own : Math.min(own, most);
  return {
    limits: {
      velocity: arm.velocity.map((v, joint) => cap(v, profile.maxJointSpeeds?.[joint]) * speed),
      acceleration: arm.acceleration.map((a, joint) => cap(a, profile.maxJointAccelerations?.[joint]) * push),
      jerk: arm.jerk.map((j) => cap(j, profile.jerkLimit ?? undefined)),
    },
    toolSpeed: cap(Number.POSITIVE_INFINITY, profile.maxTooltipSpeed ?? undefined) * speed,
    toolAcceleration: cap(Number.POSITIVE_INFINITY, profile.maxTooltipAcceleration ?? undefined) * push,
  };
}

function clampFactor(factor: number | null | undefined): number {
  return factor === null || factor === undefined || Number.isNaN(factor) ? 1 : Math.min(1, Math.max(0.001, factor));
}
