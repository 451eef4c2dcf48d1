import {
  composePoses,
  invertPose,
  makePose,
  normalizeQuaternion,
  type Pose,
  positionOf,
  type Quaternion,
  rotateVec3,
  rotationVectorFromQuaternion,
  subtractVec3,
  type Vec3,
} from '@cellwright/geometry';
import { eigenOfSymmetric } from '../solve/eigen.ts';
import { solveLeastSquares } from '../solve/linear.ts';

/** Motion of the arm and the motion of the board before the camera that belongs to it. */
export interface MotionPair {
  readonly arm: Pose;
  readonly board: Pose;
}

/** Motions between every two views. `arms` and `boards` belong to the same views. */
export function listMotions(arms: readonly Pose[], boards: readonly Pose[]): MotionPair[] {
  return arms.flatMap((arm, first) =>
    arms.slice(first + 1).flatMap((other, offset): MotionPair[] => {
      const [board, behind] = [boards[first], boards[first + 1 + offset]];
      if (!board || !behind) return [];
      return [{ arm: composePoses(invertPose(other), arm), board: composePoses(behind, invertPose(board)) }];
    }),
  );
}

/**
 * Finds the pose X of the camera for which arm · X · board is the same in every view, in closed form: rotation first, as the
 * best turn of one set of rotation vectors onto the other, then translation. Undefined if the motions do not determine it.
 */
export function solveHandEye(arms: readonly Pose[], boards: readonly Pose[]): Pose | undefined {
  const motions = listMotions(arms, boards);
  if (motions.length === 0) return undefined;
  const rotation = alignVectors(
    motions.map(({ board }) => rotationVectorFromQuaternion(board)),
    motions.map(({ arm }) => rotationVectorFromQuaternion(arm)),
  );
  const rows: number[][] = [];
  const right: number[] = [];
  for (const { arm, board } of motions) {
    const columns = (
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ] as const
    ).map((axis) => subtractVec3(rotateVec3(arm, axis), axis));
    const wanted = subtractVec3(rotateVec3(rotation, positionOf(board)), positionOf(arm));
    for (const axis of [0, 1, 2] as const) {
      rows.push(columns.map((column) => column[axis]));
      right.push(wanted[axis]);
    }
  }
  const [x, y, z] = solveLeastSquares(rows, right) ?? [];
  return x === undefined || y === undefined || z === undefined ? undefined : makePose([x, y, z], rotation);
}

/** The rotation that turns the first vectors onto the second with the least sum of squares. */
export function alignVectors(from: readonly Vec3[], to: readonly Vec3[]): Quaternion {
  const m = [0, 1, 2].map((row) =>
    [0, 1, 2].map((column) => from.reduce((sum, vector, at) => sum + (vector[row] ?? 0) * (to[at]?.[column] ?? 0), 0)),
  );
  const at = (row: number, column: number) => m[row]?.[column] ?? 0;
  const trace = at(0, 0) + at(1, 1) + at(2, 2);
  const z = [at(1, 2) - at(2, 1), at(2, 0) - at(0, 2), at(0, 1) - at(1, 0)];
  const matrix = [
    [trace, ...z],
    ...[0, 1, 2].map((row) => [
      z[row] ?? 0,
      ...[0, 1, 2].map((column) => at(row, column) + at(column, row) - (row === column ? trace : 0)),
    ]),
  ];
  const [w = 1, i = 0, j = 0, k = 0] = eigenOfSymmetric(matrix)[0]?.vector ?? [];
  return normalizeQuaternion({ i, j, k, w });
}

/** Returns the turn of the arm about its second axis, radians: below a few degrees the pose of the camera is not determined. */
export function turnAboutSecondAxis(arms: readonly Pose[]): number {
  const turns = listMotions(arms, arms).map(({ arm }) => rotationVectorFromQuaternion(arm));
  const scatter = [0, 1, 2].map((row) =>
    [0, 1, 2].map((column) => turns.reduce((sum, turn) => sum + (turn[row] ?? 0) * (turn[column] ?? 0), 0)),
  );
  const second = eigenOfSymmetric(scatter)[1]?.value ?? 0;
  return Math.sqrt(Math.max(0, second) / Math.max(1, turns.length));
}
