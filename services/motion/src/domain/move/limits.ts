import type { MotionLimits } from '@cellwright/trajectory';
import type { ArmContext } from '../arm-context.ts';
import type { LimitCaps, MoveTarget } from './request.ts';

export interface MoveLimits {
  readonly joints: MotionLimits;
  /** Maximum speed of the TCP, m/s; infinite without a limit. */
  readonly maxTooltipSpeed: number;
  /** Maximum acceleration of the TCP, m/s²; infinite without a limit. */
  readonly maxTooltipAcceleration: number;
}

/** Returns the limits of the arm, capped by those of the plan and of all the given targets. */
export function limitsFor({ limits }: ArmContext, caps: LimitCaps, targets: readonly MoveTarget[]): MoveLimits {
  const all = [caps, ...targets.map((target) => target.limits)];
  const share = Math.min(1, ...targets.map(({ motionSpeed }) => motionSpeed / 100));
  const capped = (own: readonly number[], of: (caps: LimitCaps) => readonly number[] | undefined) =>
    own.map((value, joint) => Math.min(value, ...all.map((entry) => of(entry)?.[joint] ?? value)));
  return {
    joints: {
      velocity: capped(limits.velocity, (entry) => entry.maxJointSpeeds).map((value) => value * share),
      acceleration: capped(limits.acceleration, (entry) => entry.maxJointAccelerations),
      jerk: capped(limits.jerk, (entry) => entry.maxJointJerks),
    },
    maxTooltipSpeed: least(all.map(({ maxTooltipSpeed }) => maxTooltipSpeed)),
    maxTooltipAcceleration: least(all.map(({ maxTooltipAcceleration }) => maxTooltipAcceleration)),
  };
}

function least(caps: readonly (number | undefined)[]): number {
  return Math.min(Number.POSITIVE_INFINITY, ...caps.map((cap) => cap || Number.POSITIVE_INFINITY));
}
