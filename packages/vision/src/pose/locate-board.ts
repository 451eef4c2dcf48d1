import {
  crossVec3,
  identityPose,
  normalizeVec3,
  type Pose,
  poseOfTransform,
  transformPoint,
  type Vec3,
} from '@cellwright/geometry';
import type { BoardSize } from '../chessboard/find-chessboard.ts';
import { minimize } from '../solve/minimize.ts';
import { homographyOf } from './homography.ts';
import { type LensCamera, type Pixel, straighten } from './lens-camera.ts';
import { movePose } from './move-pose.ts';

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
  camera: LensCamera,
  board: readonly Vec3[],
  shown: readonly Pixel[],
): LocatedBoard | undefined {
  const pixels = straighten(camera, shown);
  const start = startPose(camera, board, pixels);
  if (!start) return undefined;
  const { parameters, rms } = minimize([0, 0, 0, 0, 0, 0], (change) =>
    missedBy(camera, movePose(start, change), board, pixels),
  );
  const pose = movePose(start, parameters);
  const farthest = maxDistance * Math.max(...board.flatMap((corner) => corner.map(Math.abs)));
  return Number.isFinite(rms) && pose.z > 0 && pose.z < farthest ? { pose, rms } : undefined;
}

function missedBy(
  { fx, fy, ppx, ppy }: LensCamera,
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
function startPose(
  { fx, fy, ppx, ppy }: LensCamera,
  board: readonly Vec3[],
  pixels: readonly Pixel[],
): Pose | undefined {
  const rays = pixels.map(({ x, y }) => ({ x: (x - ppx) / fx, y: (y - ppy) / fy }));
  const h = homographyOf(board, rays);
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
