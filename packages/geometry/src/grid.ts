import { makePose, type Pose, positionOf } from './pose.ts';
import { slerpQuaternions } from './quaternion.ts';
import type { Result } from './result.ts';
import { addVec3, lerpVec3, subtractVec3 } from './vec3.ts';

/**
 * The corners of a grid in their order around it: columns run from A to B (and D to C), rows from A to D (and B to C).
 */
export interface GridCorners {
  readonly a?: Pose | undefined;
  readonly b?: Pose | undefined;
  readonly c?: Pose | undefined;
  readonly d?: Pose | undefined;
}

/** The spec's message. */
export const missingCornersMessage = 'Must specify at least three corners';

export interface GridProblem {
  readonly kind: 'missing_corners' | 'invalid_size';
  readonly message: string;
}

/**
 * Returns the positions of a grid, row by row, each row from A's side to B's. A missing corner completes the
 * parallelogram and is oriented halfway between its neighbours; orientations turn along the shorter rotation between
 * the corners.
 */
export function gridPositions(
  corners: GridCorners,
  rows: number,
  columns: number,
): Result<readonly Pose[], GridProblem> {
  if (!isPositiveInteger(rows) || !isPositiveInteger(columns)) {
    return { ok: false, error: { kind: 'invalid_size', message: 'Rows and columns must be positive integers' } };
  }
  const complete = completeCorners(corners);
  if (complete === undefined) {
    return { ok: false, error: { kind: 'missing_corners', message: missingCornersMessage } };
  }
  const positions: Pose[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      positions.push(poseInGrid(complete, fractionOf(row, rows), fractionOf(column, columns)));
    }
  }
  return { ok: true, value: positions };
}

type CompleteCorners = { readonly [Corner in keyof GridCorners]-?: Pose };

function completeCorners({ a, b, c, d }: GridCorners): CompleteCorners | undefined {
  if (a && b && c && d) return { a, b, c, d };
  if (a && b && c) return { a, b, c, d: completeParallelogram(b, a, c) };
  if (a && b && d) return { a, b, c: completeParallelogram(a, b, d), d };
  if (a && c && d) return { a, b: completeParallelogram(d, a, c), c, d };
  if (b && c && d) return { a: completeParallelogram(c, b, d), b, c, d };
  return undefined;
}

/**
 * Returns the corner opposite `from`, whose neighbours are `left` and `right`; its orientation is halfway between
 * theirs.
 */
function completeParallelogram(from: Pose, left: Pose, right: Pose): Pose {
  const position = addVec3(positionOf(left), subtractVec3(positionOf(right), positionOf(from)));
  return makePose(position, slerpQuaternions(left, right, 0.5));
}

function poseInGrid({ a, b, c, d }: CompleteCorners, down: number, along: number): Pose {
  const near = lerpVec3(positionOf(a), positionOf(b), along);
  const far = lerpVec3(positionOf(d), positionOf(c), along);
  const orientation = slerpQuaternions(slerpQuaternions(a, b, along), slerpQuaternions(d, c, along), down);
  return makePose(lerpVec3(near, far, down), orientation);
}

function fractionOf(index: number, count: number): number {
  return count === 1 ? 0 : index / (count - 1);
}

function isPositiveInteger(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}
