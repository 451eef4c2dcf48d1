import {
  composePoses,
  createRandom,
  invertPose,
  makePose,
  type Pose,
  quaternionFromEulerDegrees,
  transformPoint,
} from '@cellwright/geometry';
import type { BoardSize } from '../chessboard/find-chessboard.ts';
import { type LensCamera, projectPoint } from '../pose/lens-camera.ts';
import { listBoardCorners } from '../pose/locate-board.ts';
import { movePose } from '../pose/move-pose.ts';
import { planViews } from './plan-views.ts';
import { boardSeen, type HandEyePoses, type HandEyeView } from './refine-hand-eye.ts';

export const image = { width: 640, height: 480 };
export const trueCamera: LensCamera = {
  ...{ fx: 600, fy: 602, ppx: 318.4, ppy: 241.7 },
  distortion: { k1: -0.1, k2: 0.03, p1: 0.0005, p2: -0.0005, k3: 0 },
};

export interface Rig {
  readonly isOnWrist: boolean;
  readonly board: BoardSize;
  readonly squareSize: number;
  readonly count: number;
  readonly seed: number;
  /** pixels */
  readonly cornerNoise: number;
  /** m and degrees along and about each axis. */
  readonly armNoise?: { readonly position: number; readonly rotation: number };
  /** Displacement of the board in its own frame, in some of the views. */
  readonly displacement?: { readonly poses: readonly number[]; readonly by: Pose };
}

/** Normally distributed numbers; the same for a seed. */
export function createNormal(seed: number): () => number {
  const random = createRandom(seed);
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

export const small: Pick<Rig, 'board' | 'squareSize'> = { board: { columns: 3, rows: 3 }, squareSize: 0.03 };
export const large: Pick<Rig, 'board' | 'squareSize'> = { board: { columns: 9, rows: 6 }, squareSize: 0.02 };

/** Pictures of a board by an arm that is not quite where it reports, and the truth. */
export function takeViews(rig: Rig): { readonly views: HandEyeView[]; readonly truth: HandEyePoses } {
  const { isOnWrist, squareSize, count, cornerNoise, displacement } = rig;
  const { armNoise = { position: 0, rotation: 0 } } = rig;
  const normal = createNormal(rig.seed);
  const { truth, flange } = isOnWrist ? onWrist(normal) : fixed(normal);
  const planned = planViews({
    isOnWrist,
    camera: trueCamera,
    image,
    board: rig.board,
    squareSize,
    poses: truth,
    flange,
    count,
  });
  const corners = listBoardCorners(rig.board, squareSize);
  const views = planned.map((reported, index) => {
    const turn = () => (normal() * armNoise.rotation * Math.PI) / 180;
    const shift = () => normal() * armNoise.position;
    const actual = movePose(reported, [turn(), turn(), turn(), shift(), shift(), shift()]);
    const board = boardSeen(truth, actual, isOnWrist);
    const seen = displacement?.poses.includes(index) ? composePoses(board, displacement.by) : board;
    const pixels = corners.map((corner) => {
      const pixel = projectPoint(trueCamera, transformPoint(seen, corner));
      if (!pixel) throw new Error('The board is behind the camera');
      return { x: pixel.x + normal() * cornerNoise, y: pixel.y + normal() * cornerNoise };
    });
    return { flange: reported, pixels };
  });
  return { views, truth };
}

/** The board lies before the arm, the camera is beside the flange and looks along it. */
function onWrist(normal: () => number): { readonly truth: HandEyePoses; readonly flange: Pose } {
  const turn = quaternionFromEulerDegrees([5 * normal(), 5 * normal(), 90 + 20 * normal()]);
  const camera = makePose([0.02 * normal(), -0.08 + 0.01 * normal(), 0.03], turn);
  const board = makePose([0.5, 0.05 * normal(), 0.01], quaternionFromEulerDegrees([180, 0, 30 * normal()]));
  const flange = makePose([0.5, 0.05, 0.4], quaternionFromEulerDegrees([180, 0, 10 * normal()]));
  return { truth: { camera, board }, flange };
}

/** The camera looks down from above, the board is on the flange. */
function fixed(normal: () => number): { readonly truth: HandEyePoses; readonly flange: Pose } {
  const camera = makePose(
    [0.5, 0.1 * normal(), 1.2],
    quaternionFromEulerDegrees([180 + 4 * normal(), 4 * normal(), 0]),
  );
  const board = makePose([-0.03, -0.03, 0.02], quaternionFromEulerDegrees([180, 0, 20 * normal()]));
  // The board on the flange faces up.
  const flange = makePose([0.5, 0, 0.75], quaternionFromEulerDegrees([0, 0, 15 * normal()]));
  return { truth: { camera, board }, flange };
}

export function reversedView({ flange, pixels }: HandEyeView): HandEyeView {
  return { flange, pixels: pixels.toReversed() };
}

/** Error of a pose of the camera, mm and degrees. */
export function errorOf(found: Pose, truth: Pose): { readonly mm: number; readonly degrees: number } {
  const off = invertPose(truth);
  const [x, y, z] = transformPoint(off, [found.x, found.y, found.z]);
  const cosine = Math.abs(found.i * truth.i + found.j * truth.j + found.k * truth.k + found.w * truth.w);
  return { mm: 1000 * Math.hypot(x, y, z), degrees: (2 * Math.acos(Math.min(1, cosine)) * 180) / Math.PI };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
