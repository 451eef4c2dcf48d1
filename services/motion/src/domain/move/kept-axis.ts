import type { Vec3 } from '@cellwright/geometry';
import type { ArmContext } from '../arm-context.ts';
import { keepToolAxis, type ToolAxisConstraint } from '../planner/constraint.ts';
import type { KeptAxis } from './request.ts';

/** Share of the tolerance that a way may use; the rest is for the curve between its samples. */
const usableShare = 0.9;

/** Creates the constraint that an axis of tool0 keeps its direction at the start. */
export function keepFrom({ kinematics }: ArmContext, from: readonly number[], kept: KeptAxis): ToolAxisConstraint {
  const { axis, tolerance } = kept;
  const tip = kinematics.computeTip(from);
  const along = (row: number) =>
    (tip[row] ?? 0) * axis[0] + (tip[row + 1] ?? 0) * axis[1] + (tip[row + 2] ?? 0) * axis[2];
  const direction: Vec3 = [along(0), along(4), along(8)];
  return keepToolAxis(kinematics, { axis, direction, tolerance: tolerance * usableShare });
}

/** Returns the reason why a move cannot end there; undefined if it can. */
export function describeLean(keep: ToolAxisConstraint, kept: KeptAxis, goal: readonly number[]): string | undefined {
  const lean = keep.leanOf(goal);
  if (lean <= kept.tolerance * usableShare) return undefined;
  return `the tool would lean by ${inDegrees(lean)} at the target, and ${inDegrees(kept.tolerance)} are allowed`;
}

function inDegrees(angle: number): string {
  return `${((angle * 180) / Math.PI).toFixed(1)}°`;
}
