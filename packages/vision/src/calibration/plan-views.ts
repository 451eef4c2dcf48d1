import {
  composePoses,
  invertPose,
  makePose,
  multiplyQuaternions,
  type Pose,
  quaternionFromRotationVector,
  transformPoint,
  type Vec3,
} from '@cellwright/geometry';
import type { BoardSize } from '../chessboard/find-chessboard.ts';
import { type LensCamera, projectPoint } from '../pose/lens-camera.ts';
import { listBoardCorners } from '../pose/locate-board.ts';
import type { ImageSize } from './calibrate-intrinsics.ts';
import { boardSeen, type HandEyePoses } from './refine-hand-eye.ts';

/** Successive directions that never come together (golden angle), radians. */
const turnBetween = Math.PI * (3 - Math.sqrt(5));
const tilts = [10, 30, 40, 20, 36, 24].map((degrees) => (degrees * Math.PI) / 180);
const rolls = [0, 70, -70, 35, -35].map((degrees) => (degrees * Math.PI) / 180);
const distances = [1, 1.25, 0.85, 1.1];
/** Share of the picture by which the board is moved out of its middle. */
const aside = 0.18;
/** Margin around the board, share of the picture. */
const margin = 0.04;
const fartherBy = 1.12;
const maxTries = 12;

export interface PlannedViews {
  readonly isOnWrist: boolean;
  readonly camera: LensCamera;
  readonly image: ImageSize;
  readonly board: BoardSize;
  readonly squareSize: number;
  /** Approximate poses of camera and board. */
  readonly poses: HandEyePoses;
  /** Pose of the flange from which the board was seen first. */
  readonly flange: Pose;
  readonly count: number;
}

/**
 * Plans poses of the flange from which a camera sees the whole board: from all sides, tilted by 10° to 40°, turned, nearer and
 * farther, and at different places in the picture.
 */
export function planViews(plan: PlannedViews): Pose[] {
  const { poses, isOnWrist, count } = plan;
  const first = boardSeen(poses, plan.flange, isOnWrist);
  const middle = middleOf(plan);
  const distance = Math.max(0.1, transformPoint(first, middle)[2]);
  const alongRow = transformPoint({ ...first, x: 0, y: 0, z: 0 }, [1, 0, 0]);
  const roll = Math.atan2(alongRow[1], alongRow[0]);
  return Array.from({ length: count }, (_, index) => {
    const seen = boardAt(plan, index, roll, distance, middle);
    // camera⁻¹ · flange⁻¹ · board on the wrist, camera⁻¹ · flange · board if the camera is fixed.
    const arm = composePoses(composePoses(poses.camera, seen), invertPose(poses.board));
    return isOnWrist ? invertPose(arm) : arm;
  });
}

function middleOf({ board: { columns, rows }, squareSize }: PlannedViews): Vec3 {
  return [((columns - 1) * squareSize) / 2, ((rows - 1) * squareSize) / 2, 0];
}

/** Pose of the board in the optical frame of the camera for a view: farther away until it is whole in the picture. */
function boardAt(plan: PlannedViews, index: number, roll: number, distance: number, middle: Vec3): Pose {
  const { camera, image } = plan;
  const direction = index * turnBetween;
  const tilt = tilts[index % tilts.length] ?? 0;
  const turn = multiplyQuaternions(
    quaternionFromRotationVector([tilt * Math.cos(direction), tilt * Math.sin(direction), 0]),
    quaternionFromRotationVector([0, 0, roll + (rolls[index % rolls.length] ?? 0)]),
  );
  let away = distance * (distances[index % distances.length] ?? 1);
  let pose = placed(away);
  for (let tries = 0; tries < maxTries && !isWhole(plan, pose); tries += 1) {
    away *= fartherBy;
    pose = placed(away);
  }
  return pose;

  function placed(z: number): Pose {
    const x = (aside * image.width * Math.cos(2 * direction) * z) / camera.fx;
    const y = (aside * image.height * Math.sin(2 * direction) * z) / camera.fy;
    const [dx, dy, dz] = transformPoint(makePose([0, 0, 0], turn), middle);
    return makePose([x - dx, y - dy, z - dz], turn);
  }
}

function isWhole({ camera, image, board, squareSize }: PlannedViews, pose: Pose): boolean {
  const edge = squareSize;
  const outer = listBoardCorners({ columns: board.columns + 2, rows: board.rows + 2 }, squareSize);
  return outer.every(([x, y, z]) => {
    const pixel = projectPoint(camera, transformPoint(pose, [x - edge, y - edge, z]));
    return pixel !== undefined && isBetween(pixel.x / image.width) && isBetween(pixel.y / image.height);
  });
}

function isBetween(share: number): boolean {
  return share > margin && share < 1 - margin;
}
