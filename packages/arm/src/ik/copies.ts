import { fullTurn } from '@cellwright/geometry';
import { type ArmModel, jointCount } from '../model/arm-model.ts';

/** Excess over a limit, rad, that still counts as within it. */
const limitTolerance = 1e-9;

/** Joint limits as arrays, rad. */
export interface JointBounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export function jointBoundsOf(model: ArmModel): JointBounds {
  return {
    lower: Float64Array.from(model.joints, (joint) => joint.limits.lower),
    upper: Float64Array.from(model.joints, (joint) => joint.limits.upper),
  };
}

/**
 * Returns the copy of `angle`, offset by whole turns, that is nearest to `seed` within the limits; NaN when there is
 * none.
 */
export function nearestCopy(angle: number, seed: number, lower: number, upper: number): number {
  const nearest = angle + fullTurn * Math.round((seed - angle) / fullTurn);
  if (nearest >= lower && nearest <= upper) return nearest;
  const copy =
    nearest < lower
      ? nearest + fullTurn * Math.ceil((lower - limitTolerance - nearest) / fullTurn)
      : nearest - fullTurn * Math.ceil((nearest - upper - limitTolerance) / fullTurn);
  if (copy < lower - limitTolerance || copy > upper + limitTolerance) return Number.NaN;
  return Math.min(Math.max(copy, lower), upper);
}

/** True if every joint has a copy, offset by whole turns, within its limits. Reads angles from `offset` on. */
export function hasCopyWithinLimits(joints: Float64Array, offset: number, bounds: JointBounds): boolean {
  for (let joint = 0; joint < jointCount; joint += 1) {
    const angle = joints[offset + joint] ?? Number.NaN;
    const lower = bounds.lower[joint] ?? 0;
    const upper = bounds.upper[joint] ?? 0;
    if (angle >= lower && angle <= upper) continue;
    if (Number.isNaN(nearestCopy(angle, angle, lower, upper))) return false;
  }
  return true;
}

/** Yields every copy of a posture, offset by whole turns, within the joint limits, lowest angles first. */
export function* copiesWithinLimits(
  joints: ArrayLike<number>,
  bounds: JointBounds,
): Generator<readonly number[], void, undefined> {
  const choices: number[][] = [];
  for (let joint = 0; joint < jointCount; joint += 1) {
    const angle = joints[joint] ?? Number.NaN;
    const lower = (bounds.lower[joint] ?? 0) - limitTolerance;
    const upper = (bounds.upper[joint] ?? 0) + limitTolerance;
    const copies: number[] = [];
    const lowest = angle + fullTurn * Math.ceil((lower - angle) / fullTurn);
    for (let copy = lowest; copy <= upper; copy += fullTurn) copies.push(copy);
    choices.push(copies);
  }
  yield* combine(choices, []);
}

function* combine(
  choices: readonly (readonly number[])[],
  chosen: readonly number[],
): Generator<readonly number[], void, undefined> {
  const next = choices[chosen.length];
  if (next === undefined) {
    yield chosen;
    return;
  }
  for (const copy of next) yield* combine(choices, [...chosen, copy]);
}
