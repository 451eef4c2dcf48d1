import {
  composePoses,
  crossVec3,
  identityPose,
  makePose,
  normalizeVec3,
  type Pose,
  poseOfTransform,
  quaternionFromRotationVector,
  transformPoint,
  type Vec3,
} from '@cellwright/geometry';
import type { BoardSize } from '../chessboard/find-chessboard.ts';
import { solveLeastSquares } from '../solve/linear.ts';
import { minimize } from '../solve/minimize.ts';

/** Intrinsics of a lens without distortion, pixels. */
export interface PinholeCamera {
  readonly fx: number;
  readonly fy: number;
  readonly ppx: number;
  readonly ppy: number;
}

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** A board farther away than this multiple of its size is rejected. */
const maxDistance = 1000;

export interface LocatedBoard {
  /** Pose of the board in the optical frame of the camera. Its origin is the first corner, x along rows, z away from the camera. */
  readonly pose: Pose;
  /** Root mean square of the distances between found and projected corners along each axis, pixels. */
  readonly rms: number;
}

/** Inner corners of a board in its own frame, row by row, m. */
export function listBoardCorners({ columns, rows }: BoardSize, squareSize: number): Vec3[] {
  return Array.from({ length: columns * rows }, (_, index) => [
    (index % columns) * squareSize,
    Math.floor(index / columns) * squareSize,
    0,
  ]);
}

/** Finds the pose of a flat board by its corners; undefined for corners that no pose explains. */
export function locateBoard(
  camera: PinholeCamera,
  board: readonly Vec3[],
  pixels: readonly Pixel[],
): LocatedBoard | undefined {
  const start = startPose(camera, board, pixels);
  if (!start) return undefined;
  const { parameters, rms } = minimize([0, 0, 0, 0, 0, 0], (change) =>
    missedBy(camera, movePose(start, change), board, pixels),
  );
  const pose = movePose(start, parameters);
  const farthest = maxDistance * Math.max(...board.flatMap((corner) => corner.map(Math.abs)));
  return Number.isFinite(rms) && pose.z > 0 && pose.z < farthest ? { pose, rms } : undefined;
}

/** A pose after a small turn (rotation vector) and shift in its own frame. */
function movePose(pose: Pose, [a = 0, b = 0, c = 0, x = 0, y = 0, z = 0]: readonly number[]): Pose {
  return composePoses(pose, makePose([x, y, z], quaternionFromRotationVector([a, b, c])));
}

function missedBy(
  { fx, fy, ppx, ppy }: PinholeCamera,
  pose: Pose,
  board: readonly Vec3[],
  pixels: readonly Pixel[],
): number[] {
  return board.flatMap((corner, index) => {
    const [x, y, z] = transformPoint(pose, corner);
    const pixel = pixels[index];
    return pixel ? [(fx * x) / z + ppx - pixel.x, (fy * y) / z + ppy - pixel.y] : [];
  });
}

/** Pose of the plane by its homography to the picture. */
function startPose(camera: PinholeCamera, board: readonly Vec3[], pixels: readonly Pixel[]): Pose | undefined {
  const rows: number[][] = [];
  const right: number[] = [];
  for (const [index, [x, y]] of board.entries()) {
    const pixel = pixels[index];
    if (!pixel) return undefined;
    const u = (pixel.x - camera.ppx) / camera.fx;
    const v = (pixel.y - camera.ppy) / camera.fy;
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]);
    right.push(u, v);
  }
  const h = solveLeastSquares(rows, right);
  if (!h) return undefined;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, k = 0] = h;
  // Columns of the rotation and the translation, with a common scale.
  const scale = 2 / (Math.hypot(a, d, g) + Math.hypot(b, e, k));
  const first = normalizeVec3([a, d, g]);
  const third = normalizeVec3(crossVec3(first, [b, e, k]));
  const second = crossVec3(third, first);
  const place: Vec3 = [c * scale, f * scale, scale];
  if (![...first, ...third, ...place].every(Number.isFinite)) return undefined;
  const turn = Float64Array.from([
    ...[first[0], second[0], third[0], 0],
    ...[first[1], second[1], third[1], 0],
    ...[first[2], second[2], third[2], 0],
  ]);
  return { ...identityPose, ...poseOfTransform(turn), x: place[0], y: place[1], z: place[2] };
}
