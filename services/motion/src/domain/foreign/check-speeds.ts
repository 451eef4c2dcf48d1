import type { Pose } from '@cellwright/geometry';
import type { ArmContext } from '../arm-context.ts';
import { limitsFor, type MoveLimits } from '../move/limits.ts';
import type { MoveRequest } from '../move/request.ts';
import { tcpOfTarget } from '../move/target-tcp.ts';
import { toolMotionOf } from '../move/tool-motion.ts';
import { type Leg, type Sample, sampleStep } from './samples.ts';

/** Tolerance for rounding, and for interpolation between the points of an external planner: factors of a cap. */
const grace = { speed: 1.02, acceleration: 1.15 } as const;
/** Samples beside a target, where the caps of both sides apply. */
const border = 3;

/** Returns a description of the cap that a leg exceeds; undefined if it exceeds none. */
export function describeExcess(
  arm: ArmContext,
  request: MoveRequest,
  { targetIndex, first, last, places }: Leg,
  samples: readonly Sample[],
): string | undefined {
  const target = request.targets[targetIndex];
  if (!target) return undefined;
  const tcp = tcpOfTarget(target, request.tool.tcp);
  const limits = limitsFor(arm, request.limits, [target]);
  const start = first === 0 ? 0 : Math.min(first + border, last);
  const end = last === samples.length - 1 ? last : Math.max(last - border, start);
  return describeExcessOf(arm, limits, tcp, samples.slice(start, end + 1), places.slice(start, end + 1));
}

/** Returns the same for a range of samples, with the places of its TCP (flange frame). */
export function describeExcessOf(
  arm: ArmContext,
  { joints, maxTooltipSpeed, maxTooltipAcceleration }: MoveLimits,
  tcp: Pose,
  samples: readonly Sample[],
  places: readonly Pose[],
): string | undefined {
  const { speedAt } = toolMotionOf(arm, tcp).arm;
  for (const { positions, velocities, accelerations } of samples) {
    const fast = velocities.findIndex((value, joint) => Math.abs(value) > (joints.velocity[joint] ?? 0) * grace.speed);
    if (fast >= 0) return `joint ${fast} would be faster than it may be`;
    const hard = accelerations.findIndex(
      (value, joint) => Math.abs(value) > (joints.acceleration[joint] ?? 0) * grace.acceleration,
    );
    if (hard >= 0) return `joint ${hard} would accelerate harder than it may`;
    if (speedAt(positions, velocities) > maxTooltipSpeed * grace.speed)
      return 'the tool would be faster than it may be';
  }
  if (!Number.isFinite(maxTooltipAcceleration)) return undefined;
  for (let index = 1; index < places.length - 2; index++) {
    const bend = secondDifference(places[index - 1], places[index], places[index + 1]);
    if (bend / sampleStep ** 2 > maxTooltipAcceleration * grace.acceleration)
      return 'the tool would accelerate harder than it may';
  }
  return undefined;
}

function secondDifference(a: Pose | undefined, b: Pose | undefined, c: Pose | undefined): number {
  if (!a || !b || !c) return 0;
  return Math.hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y, a.z - 2 * b.z + c.z);
}
