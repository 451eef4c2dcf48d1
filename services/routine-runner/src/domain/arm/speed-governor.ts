import {
  type ActiveSpeedProfile,
  defaultSpeedProfileID,
  factorySpeedProfiles,
  type SpeedLimits,
  type SpeedProfile,
} from '@cellwright/domain/robot';
import type { MotionCaps } from '@cellwright/steps/framework';
import { type MotionLimits, resolveSpeedProfile } from '@cellwright/trajectory';

const [firstProfile] = factorySpeedProfiles.filter(({ id }) => id === defaultSpeedProfileID);
if (!firstProfile) throw new Error('the factory has no default speed profile');

/** Speed profile of a robot before the first choice. */
export const initialSpeedProfile: SpeedProfile = firstProfile;

/** Returns the profile as clients see it. */
export function describeProfile(
  { id, name, factoryPreset }: SpeedProfile,
  jerkLimit: number | null,
): ActiveSpeedProfile {
  return { id, name, factoryPreset, jerkLimit };
}

/** Limits of the active speed profile for every move planned from now on. */
export class SpeedGovernor {
  private current: SpeedProfile = initialSpeedProfile;
  private ownJerkLimit: number | null = null;
  private resolved: ReturnType<SpeedGovernor['resolve']>;
  private readonly arm: MotionLimits;

  constructor(arm: MotionLimits) {
    this.arm = arm;
    this.resolved = this.resolve();
  }

  get active(): ActiveSpeedProfile {
    return describeProfile(this.profile, this.ownJerkLimit);
  }

  /** Caps of the next plan. */
  get limits(): MotionCaps {
    return this.resolved.limits;
  }

  get profile(): SpeedProfile {
    return this.current;
  }

  use(profile: SpeedProfile): void {
    this.current = profile;
    this.ownJerkLimit = null;
    this.resolved = this.resolve();
  }

  limitJerk(jerkLimit: number | null): void {
    this.ownJerkLimit = jerkLimit;
    this.resolved = this.resolve();
  }

  /** Returns the limits of the arm, and those under the profile. */
  describeLimits(): { readonly arm: SpeedLimits; readonly active: SpeedLimits } {
    const { maxJointTorques, collisionThresholds } = this.profile;
    const free = {
      maxTooltipSpeed: null,
      maxTooltipAcceleration: null,
      maxJointTorques: null,
      collisionThresholds: null,
    };
    return {
      arm: { ...free, ...jointLimitsOf(this.arm) },
      active: {
        ...jointLimitsOf(this.resolved.joints),
        maxTooltipSpeed: this.resolved.limits.maxTooltipSpeed ?? null,
        maxTooltipAcceleration: this.resolved.limits.maxTooltipAcceleration ?? null,
        maxJointTorques,
        collisionThresholds,
      },
    };
  }

  private resolve(): { readonly limits: MotionCaps; readonly joints: MotionLimits } {
    const jerkLimit = this.ownJerkLimit ?? this.profile.jerkLimit;
    const resolved = resolveSpeedProfile({ ...this.profile, jerkLimit }, this.arm);
    const { limits: joints, toolSpeed: maxTooltipSpeed, toolAcceleration: maxTooltipAcceleration } = resolved;
    const limits = {
      maxJointSpeeds: joints.velocity,
      maxJointAccelerations: joints.acceleration,
      maxJointJerks: joints.jerk,
      maxTooltipSpeed,
      ...(Number.isFinite(maxTooltipAcceleration) ? { maxTooltipAcceleration } : {}),
    };
    return { limits, joints };
  }
}

/** Returns the lower of both limits, field by field. */
export function combineLimits(one: MotionCaps, other: MotionCaps): MotionCaps {
  const least = (a: number | undefined, b: number | undefined) =>
    a === undefined ? b : b === undefined ? a : Math.min(a, b);
  const leastOf = (a: readonly number[] | undefined, b: readonly number[] | undefined) =>
    a === undefined ? b : a.map((value, joint) => Math.min(value, b?.[joint] ?? value));
  return {
    maxJointSpeeds: leastOf(one.maxJointSpeeds, other.maxJointSpeeds),
    maxJointAccelerations: leastOf(one.maxJointAccelerations, other.maxJointAccelerations),
    maxJointJerks: leastOf(one.maxJointJerks, other.maxJointJerks),
    maxTooltipSpeed: least(one.maxTooltipSpeed, other.maxTooltipSpeed),
    maxTooltipAcceleration: least(one.maxTooltipAcceleration, other.maxTooltipAcceleration),
  };
}

/** Returns the limits with a share (0–1) of their accelerations. */
export function scaleAccelerations(limits: MotionCaps, share = 1): MotionCaps {
  const { maxJointAccelerations: joints, maxTooltipAcceleration: tooltip } = limits;
  if (share === 1) return limits;
  return {
    ...limits,
    maxJointAccelerations: joints?.map((acceleration) => acceleration * share),
    maxTooltipAcceleration: tooltip === undefined ? undefined : tooltip * share,
  };
}

function jointLimitsOf({ velocity, acceleration, jerk }: MotionLimits) {
  return {
    maxJointSpeeds: [...velocity],
    maxJointAccelerations: [...acceleration],
    maxJointJerks: [...jerk],
  };
}
