import type { MotionLimits } from './limits.ts';

export type FactoryPreset = 'none' | 'safest' | 'safer' | 'default' | 'faster' | 'fastest';

/** Shares of the arm's limits, 0..1. */
export interface SpeedScales {
  readonly velocity: number;
  readonly acceleration: number;
  readonly jerk: number;
}

/**
 * What each factory preset allows of the arm's limits. `none` leaves everything to the profile's own fields. Jerk follows
 * the acceleration, so that the time to build it up stays the same.
 */
export const SPEED_PRESETS: Readonly<Record<FactoryPreset, SpeedScales>> = {
  none: { velocity: 1, acceleration: 1, jerk: 1 },
  safest: { velocity: 0.2, acceleration: 0.25, jerk: 0.25 },
  safer: { velocity: 0.4, acceleration: 0.5, jerk: 0.5 },
  default: { velocity: 0.7, acceleration: 0.75, jerk: 0.75 },
  faster: { velocity: 0.85, acceleration: 0.9, jerk: 0.9 },
  fastest: { velocity: 1, acceleration: 1, jerk: 1 },
};

/** The slow-speed presets of the cell: a factor on velocities, and one on all base scalings. */
export const SLOW_SPEED: { readonly scalingFactor: number; readonly baseScaling: number } = {
  scalingFactor: 0.1,
  baseScaling: 0.06,
};

/** A speed profile; every field may be absent or null. rad/s, rad/s², rad/s³, m/s, m/s². */
export interface SpeedProfile {
  readonly factoryPreset?: FactoryPreset | null;
  readonly maxJointSpeeds?: readonly number[] | null;
  readonly maxTooltipSpeed?: number | null;
  readonly maxTooltipAcceleration?: number | null;
  readonly maxJointAccelerations?: readonly number[] | null;
  readonly jerkLimit?: number | null;
  readonly baseVelocityScaling?: number | null;
  readonly baseAccelerationScaling?: number | null;
  /** 0..1, on the velocities of joints and tool; a percentage of speed divided by 100. */
  readonly scalingFactor?: number | null;
}

/** What a motion may use: joint limits, and those of the tool where there are any. */
export interface ResolvedSpeed {
  readonly limits: MotionLimits;
  /** m/s; infinite when the profile sets none. */
  readonly toolSpeed: number;
  /** m/s²; infinite when the profile sets none. */
  readonly toolAcceleration: number;
}

/**
 * The limits a speed profile leaves of the arm's: its maxima where they are lower, then preset, base scalings and
 * scaling factor. Never more than the arm allows, and never nothing: factors are kept within 0.001..1.
 */
export function resolveSpeedProfile(profile: SpeedProfile, arm: MotionLimits): ResolvedSpeed {
  const preset = SPEED_PRESETS[profile.factoryPreset ?? 'none'];
  const speed = clampFactor(profile.scalingFactor) * clampFactor(profile.baseVelocityScaling);
  const push = clampFactor(profile.baseAccelerationScaling);
  const cap = (own: number, most: number | undefined) =>
    most === undefined || !(most > 0) ? own : Math.min(own, most);
  const jerkLimit = profile.jerkLimit ?? undefined;
  return {
    limits: {
      velocity: arm.velocity.map((v, joint) => cap(v, profile.maxJointSpeeds?.[joint]) * preset.velocity * speed),
      acceleration: arm.acceleration.map(
        (a, joint) => cap(a, profile.maxJointAccelerations?.[joint]) * preset.acceleration * push,
      ),
      jerk: arm.jerk.map((j) => cap(j, jerkLimit) * preset.jerk),
    },
    toolSpeed: cap(Number.POSITIVE_INFINITY, profile.maxTooltipSpeed ?? undefined) * preset.velocity * speed,
    toolAcceleration:
      cap(Number.POSITIVE_INFINITY, profile.maxTooltipAcceleration ?? undefined) * preset.acceleration * push,
  };
}

function clampFactor(factor: number | null | undefined): number {
  return factor === null || factor === undefined || Number.isNaN(factor) ? 1 : Math.min(1, Math.max(0.001, factor));
}
