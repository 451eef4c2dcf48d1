import { type Distortion, type Pose, transformPoint, type Vec3 } from '@cellwright/geometry';
import { homographyOf } from '../pose/homography.ts';
import { type LensCamera, type Pixel, projectPoint } from '../pose/lens-camera.ts';
import { locateBoard } from '../pose/locate-board.ts';
import { movePose } from '../pose/move-pose.ts';
import { solveLeastSquares } from '../solve/linear.ts';
import { minimizeViews } from '../solve/minimize-views.ts';
import { rootMeanSquare } from './statistics.ts';

/** Fewest views that determine the intrinsics of a flat board. */
export const minIntrinsicViews = 4;

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

export interface CalibratedLens extends LensCamera {
  readonly distortion: Distortion;
}

export interface CalibratedIntrinsics {
  readonly camera: CalibratedLens;
  /** Root mean square of the distances between found and projected corners along each axis, pixels. */
  readonly rms: number;
  /** The same for each view. */
  readonly viewRms: readonly number[];
  /** Standard deviations of fx, fy, ppx and ppy, pixels. */
  readonly deviations: readonly number[];
  /** Pose of the board in each view, in the optical frame. */
  readonly boards: readonly Pose[];
}

/** A corner behind the camera counts as missed by this, pixels. */
const missed = 1e4;

/**
 * Finds focal lengths, principal point and radial-tangential distortion (k1, k2, p1, p2) of a lens by pictures of a flat
 * board. Undefined for views that do not determine them: too few, or all from the same direction.
 */
export function calibrateIntrinsics(
  board: readonly Vec3[],
  views: readonly (readonly Pixel[])[],
  size: ImageSize,
): CalibratedIntrinsics | undefined {
  const start = views.length < minIntrinsicViews ? undefined : guessCamera(board, views, size);
  if (!start) return undefined;
  const boards = views.map((pixels) => locateBoard(start, board, pixels)?.pose);
  if (!boards.every((pose) => pose !== undefined)) return undefined;
  const scale = size.width;
  const found = minimizeViews({
    shared: [start.fx / scale, start.fy / scale, start.ppx / scale, start.ppy / scale, 0, 0, 0, 0],
    locals: boards.map(() => [0, 0, 0, 0, 0, 0]),
    residualsAt(view, shared, local) {
      const pose = boards[view];
      return pose ? missesOf(cameraOf(shared, scale), movePose(pose, local), board, views[view] ?? []) : [];
    },
  });
  const count = found.residuals.flat().length;
  const freedoms = count - 8 - 6 * views.length;
  if (!found.covariance || freedoms <= 0 || !Number.isFinite(found.cost)) return undefined;
  const variance = found.cost / freedoms;
  const { covariance } = found;
  return {
    camera: cameraOf(found.shared, scale),
    rms: rootMeanSquare(found.residuals.flat()),
    viewRms: found.residuals.map(rootMeanSquare),
    deviations: [0, 1, 2, 3].map((at) => scale * Math.sqrt(Math.max(0, variance * (covariance[at]?.[at] ?? 0)))),
    boards: boards.flatMap((pose, view) => (pose ? [movePose(pose, found.locals[view] ?? [])] : [])),
  };
}

function cameraOf(parameters: readonly number[], scale: number): CalibratedLens {
  const [fx = 0, fy = 0, ppx = 0, ppy = 0, k1 = 0, k2 = 0, p1 = 0, p2 = 0] = parameters;
  const distortion = { k1, k2, p1, p2, k3: 0 };
  return { fx: fx * scale, fy: fy * scale, ppx: ppx * scale, ppy: ppy * scale, distortion };
}

/** Differences of projected and found corners along each axis, pixels. */
export function missesOf(
  camera: LensCamera,
  board: Pose,
  corners: readonly Vec3[],
  pixels: readonly Pixel[],
): number[] {
  return corners.flatMap((corner, index) => {
    const found = pixels[index];
    if (!found) return [];
    const shown = projectPoint(camera, transformPoint(board, corner));
    return shown ? [shown.x - found.x, shown.y - found.y] : [missed, missed];
  });
}

/** Focal lengths by the right angles of the board, with the principal point in the middle of the picture. */
function guessCamera(
  board: readonly Vec3[],
  views: readonly (readonly Pixel[])[],
  { width, height }: ImageSize,
): LensCamera | undefined {
  const [ppx, ppy] = [(width - 1) / 2, (height - 1) / 2];
  const rows: number[][] = [];
  const right: number[] = [];
  for (const pixels of views) {
    const centred = pixels.map(({ x, y }) => ({ x: (x - ppx) / width, y: (y - ppy) / width }));
    const h = homographyOf(board, centred);
    if (!h) return undefined;
    const [a = 0, b = 0, , c = 0, d = 0, , e = 0, f = 0] = h;
    // Both directions of the board get the same weight in every view.
    const weight = 1 / (a * a + b * b + c * c + d * d);
    rows.push([a * b * weight, c * d * weight], [(a * a - b * b) * weight, (c * c - d * d) * weight]);
    right.push(-e * f * weight, -(e * e - f * f) * weight);
  }
  const [x = 0, y = 0] = solveLeastSquares(rows, right) ?? [];
  if (!(x > 0) || !(y > 0)) return { fx: width, fy: width, ppx, ppy };
  return { fx: width / Math.sqrt(x), fy: width / Math.sqrt(y), ppx, ppy };
}
