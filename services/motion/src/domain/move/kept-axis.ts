import type { Vec3 } from '@cellwright/geometry';
import type { ArmContext } from '../arm-context.ts';
import { keepToolAxis, type ToolAxisConstraint } from '../planner/constraint.ts';
import type { KeptAxis } from './request.ts';

/** The part of the tolerance that a way may use up: the rest is for how the curve through its samples bends in between. */
const usableShare = 0.9;

/** Keeps an axis of tool0 pointing where it points at the start. */
export function keepFrom({ kinematics }: ArmContext, from: readonly number[], kept: KeptAxis): ToolAxisConstraint {
  const { axis, tolerance } = kept;
  const tip = kinematics.computeTip(from);
  const along = (row: number) =>
    (tip[row] ?? 0) * axis[0] + (tip[row + 1] ?? 0) * axis[1] + (tip[row + 2] ?? 0) * axis[2];
  const direction: Vec3 = [along(0), along(4), along(8)];
  return keepToolAxis(kinematics, { axis, direction, tolerance: tolerance * usableShare });
}

/** Why a move cannot end there, in words; undefined when it can. */
export function describeLean(keep: ToolAxisConstraint, kept: KeptAxis, goal: readonly number[]): string | undefined {
  const lean = keep.leanOf(goal);
  if (lean <= kept.tolerance * usableShare) return undefined;
  return `the tool would lean by ${inDegrees(lean)} at the target, and ${inDegrees(kept.tolerance)} are allowed`;
}

function inDegrees(angle: number): string {
  return `${((angle * 180) / Math.PI).toFixed(1)}°`;
}
