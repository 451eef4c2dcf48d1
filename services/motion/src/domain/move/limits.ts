import type { MotionLimits } from '@cellwright/trajectory';
import type { ArmContext } from '../arm-context.ts';
import type { LimitCaps, MoveTarget } from './request.ts';

export interface MoveLimits {
  readonly joints: MotionLimits;
  /** m/s at the TCP; infinite when nobody limits it. */
  readonly maxTooltipSpeed: number;
}

/** The arm's limits, capped by the plan's and by those of all the targets they are for. */
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
    maxTooltipSpeed: Math.min(
      Number.POSITIVE_INFINITY,
      ...all.map((entry) => entry.maxTooltipSpeed || Number.POSITIVE_INFINITY),
    ),
  };
}
