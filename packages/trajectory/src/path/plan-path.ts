import { planMove } from '../joints/rest-to-rest.ts';
import type { Trajectory } from '../trajectory.ts';
import { joinTrajectories } from '../trajectory.ts';
import { blendWaypoints } from './blended-path.ts';
import { interpolateWaypoints } from './spline-path.ts';
import type { PathTimingOptions } from './time-path.ts';
import { timePath } from './time-path.ts';

/**
 * A trajectory along straight joint-space segments, corner `i` rounded with `radii[i]` (rad in joint space, at most half
 * the shorter segment); it stops where there is no radius. Undefined when there are no waypoints.
 */
export function planBlendedMoves(
  waypoints: readonly (readonly number[])[],
  radii: readonly number[],
  options: PathTimingOptions,
): Trajectory | undefined {
  const first = waypoints[0];
  const last = waypoints[waypoints.length - 1];
  if (first === undefined || last === undefined) return undefined;
  const runs = blendWaypoints(waypoints, radii).map((path) => {
    // A straight run without a tool to mind has an exact answer.
    const isStraight = path.knots.length === 2 && options.tool === undefined;
    return isStraight
      ? planMove(path.positionAt(0), path.positionAt(path.length), options.limits)
      : timePath(path, options);
  });
  return runs.length === 0 ? planMove(first, last, options.limits) : joinTrajectories(runs);
}

/**
 * A trajectory from rest to rest through a dense list of joint positions, as sampled from a Cartesian motion, without
 * stopping between. Undefined when there are no waypoints.
 */
export function planThroughWaypoints(
  waypoints: readonly (readonly number[])[],
  options: PathTimingOptions,
): Trajectory | undefined {
  const first = waypoints[0];
  const last = waypoints[waypoints.length - 1];
  if (first === undefined || last === undefined) return undefined;
  const path = interpolateWaypoints(waypoints);
  return path === undefined ? planMove(first, last, options.limits) : timePath(path, options);
}

/**
 * How far from a corner towards `neighbour` (rad in joint space) the tool stays within `toolRadius` metres of where it is
 * at the corner: turns a blend radius of the tool into one of the joints. At most half the segment.
 */
export function blendDistance(
  corner: readonly number[],
  neighbour: readonly number[],
  toolRadius: number,
  toolPosition: (joints: readonly number[]) => readonly number[],
): number {
  const centre = toolPosition(corner);
  const length = Math.hypot(...corner.map((p, joint) => (neighbour[joint] ?? 0) - p));
  const leaves = (share: number) => {
    const joints = corner.map((p, joint) => p + share * ((neighbour[joint] ?? 0) - p));
    return Math.hypot(...toolPosition(joints).map((x, axis) => x - (centre[axis] ?? 0))) > toolRadius;
  };
  // The tool may come back: look along the way first, then narrow down where it leaves.
  let inside = 0;
  let outside = 0.5;
  for (let step = 1; step <= 32 && inside < 0.5; step++) {
    if (leaves(step / 64)) {
      outside = step / 64;
      break;
    }
    inside = step / 64;
  }
  for (let i = 0; i < 40 && outside - inside > 1e-12; i++) {
    const middle = (inside + outside) / 2;
    if (leaves(middle)) outside = middle;
    else inside = middle;
  }
  return inside * length;
}
