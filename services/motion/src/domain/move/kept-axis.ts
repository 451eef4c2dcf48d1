import type { Vec3 } from '@cellwright/geometry';
import type { ArmContext } from '../arm-context.ts';
import { keepToolAxis, type ToolAxisConstraint } from '../planner/constraint.ts';
import { explain, roundTo } from './explain.ts';
import type { KeptAxis, Reason } from './request.ts';

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

/** Returns why a move cannot end there; undefined when it can. */
export function explainLean(
  keep: ToolAxisConstraint,
  kept: KeptAxis,
  goal: readonly number[],
): Required<Reason> | undefined {
  const lean = keep.leanOf(goal);
  if (lean <= kept.tolerance * usableShare) return undefined;
  const reason = `the tool would lean by ${inDegrees(lean)} at the target, and ${inDegrees(kept.tolerance)} are allowed`;
  return explain(reason, 'toolLeans', { lean: toDegrees(lean), allowed: toDegrees(kept.tolerance) });
}

function inDegrees(angle: number): string {
  return `${((angle * 180) / Math.PI).toFixed(1)}°`;
}

function toDegrees(angle: number): number {
  return roundTo((angle * 180) / Math.PI, 1);
}
