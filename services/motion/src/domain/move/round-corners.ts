import type { CollisionWorld } from '@cellwright/collision';
import { blendWaypoints, createDerivatives, type GeometricPath, type PathDerivatives } from '@cellwright/trajectory';
import type { ToolAxisConstraint } from '../planner/constraint.ts';

type Joints = readonly number[];

/** What proves a curve clear: an arm in its scene. */
export interface CurveProver {
  readonly checker: { readonly world: Pick<CollisionWorld, 'isCurveClear'> };
}

/** Corners of a way round are rounded by at most this much in joint space, rad; less where it would touch. */
const cornerRadii = [0.3, 0.1, 0.03, 0.01];
/** How often a corner is halved to be proved clear: what is still open then counts as contact. */
const mostHalvings = 5;
/** Places in which a corner is looked at for what has to hold all along. */
const keptSamples = 32;

/**
 * The curve along waypoints, each corner rounded as much as stays clear (and level, where an axis is kept): a tight corner
 * takes nothing from the others. The straight parts are taken to be clear, as they were proved. Undefined when a
 * corner cannot be rounded at all.
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
  // Where there is less room than that, several radii are the same corner.
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
  // The quintic of a corner bends most in its middle; a curve leaves a chord by at most h²/8 of its largest bend.
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
