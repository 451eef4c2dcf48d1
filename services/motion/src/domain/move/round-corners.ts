import type { CollisionWorld } from '@cellwright/collision';
import { blendWaypoints, createDerivatives, type GeometricPath, type PathDerivatives } from '@cellwright/trajectory';
import type { ToolAxisConstraint } from '../planner/constraint.ts';

type Joints = readonly number[];

/** Clearance proof of a curve, for an arm in its scene. */
export interface CurveProver {
  readonly checker: { readonly world: Pick<CollisionWorld, 'isCurveClear'> };
}

/** Radii of the corners of a detour in joint space, rad, from the largest; smaller ones are for tight corners. */
const cornerRadii = [0.3, 0.1, 0.03, 0.01];
/** Maximum number of divisions of a corner for its proof; an unproven rest counts as contact. */
const mostHalvings = 5;
/** Number of places in a corner at which the constraint is checked. */
const keptSamples = 32;

/**
 * Returns the curve along waypoints, each corner blended as much as stays clear (and level, if an axis is kept): a
 * tight corner does not affect the others. The straight parts count as clear, as they were proven before. Undefined
 * when a corner cannot be blended at all.
 */
export function roundCorners(
  arm: CurveProver,
  waypoints: readonly Joints[],
  keep: ToolAxisConstraint | undefined,
): GeometricPath | undefined {
  const radii = waypoints.map((corner, index) => {
    const [before, after] = [waypoints[index - 1], waypoints[index + 1]];
    return before && after ? findRadius(arm, [before, corner, after], keep) : 0;
  });
  if (radii.includes(undefined)) return undefined;
  const paths = blendWaypoints(
    waypoints,
    radii.map((radius) => radius ?? 0),
  );
  return paths.length === 1 ? paths[0] : undefined;
}

function findRadius(
  arm: CurveProver,
  around: readonly [Joints, Joints, Joints],
  keep: ToolAxisConstraint | undefined,
): number | undefined {
  const [before, corner, after] = around;
  const room = Math.min(distance(before, corner), distance(corner, after)) / 2;
  // In a tighter corner, several radii are the same.
  const radii = new Set(cornerRadii.map((radius) => Math.min(radius, room)));
  for (const radius of radii) {
    const [curve, stop] = blendWaypoints(around, [0, radius, 0]);
    if (!curve || stop) return undefined;
    const middle = distance(before, corner);
    if (isCornerClear(arm, curve, middle - radius, middle + radius) && isKept(keep, curve, middle, radius))
      return radius;
  }
  return undefined;
}

function isCornerClear({ checker }: CurveProver, curve: GeometricPath, from: number, to: number): boolean {
  const [start, end, middle] = [0, 0, 0].map(() => createDerivatives(curve.jointCount));
  if (!start || !end || !middle) return false;
  // The quintic of a corner has its largest second derivative in the middle; a curve deviates from a chord by at most
  // h²/8 of it.
  curve.evaluate((from + to) / 2, middle);
  const bend = middle.second;
  const prove = (
    low: number,
    atLow: PathDerivatives,
    high: number,
    atHigh: PathDerivatives,
    halvings: number,
  ): boolean => {
    const strays = bend.map((value) => ((high - low) ** 2 / 8) * Math.abs(value));
    if (checker.world.isCurveClear(atLow.position, atHigh.position, strays)) return true;
    if (halvings === mostHalvings) return false;
    const half = (low + high) / 2;
    const atHalf = createDerivatives(curve.jointCount);
    curve.evaluate(half, atHalf);
    return prove(low, atLow, half, atHalf, halvings + 1) && prove(half, atHalf, high, atHigh, halvings + 1);
  };
  curve.evaluate(from, start);
  curve.evaluate(to, end);
  return prove(from, start, to, end, 0);
}

function isKept(keep: ToolAxisConstraint | undefined, curve: GeometricPath, middle: number, radius: number): boolean {
  if (!keep) return true;
  return Array.from(
    { length: keptSamples + 1 },
    (_, sample) => middle + radius * ((2 * sample) / keptSamples - 1),
  ).every((s) => keep.isSatisfied(Float64Array.from(curve.positionAt(s)), 0));
}

function distance(a: Joints, b: Joints): number {
  return Math.hypot(...a.map((angle, joint) => (b[joint] ?? 0) - angle));
}
