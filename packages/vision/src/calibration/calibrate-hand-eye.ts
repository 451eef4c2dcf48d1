import { composePoses, distancePoses, invertPose, normVec3, type Pose, positionOf } from '@cellwright/geometry';
import { type BoardSize, isTurnAmbiguous } from '../chessboard/find-chessboard.ts';
import type { LensCamera } from '../pose/lens-camera.ts';
import { type LocatedBoard, listBoardCorners, locateBoard } from '../pose/locate-board.ts';
import type { Matrix } from '../solve/matrix.ts';
import { chooseTurns, halfTurnOf } from './choose-turns.ts';
import { findDisplaced } from './find-displaced.ts';
import { contradictsArm, cornerDeviationOf } from './judge-arm.ts';
import {
  type ArmAccuracy,
  boardSeen,
  type HandEyeModel,
  type HandEyePoses,
  type HandEyeView,
  missesIn,
  type RefinedHandEye,
  refineHandEye,
} from './refine-hand-eye.ts';
import { solveHandEye, turnAboutSecondAxis } from './solve-hand-eye.ts';
import { medianOf, rootMeanSquare } from './statistics.ts';

export const minHandEyeViews = 4;
/** Accuracy that is assumed of an arm whose poses the pictures contradict. */
export const defaultArmAccuracy: ArmAccuracy = { position: 0.0001, rotation: (0.03 * Math.PI) / 180 };
/** The arm has to turn by this about at least two axes, radians. */
const minTurn = (4 * Math.PI) / 180;
/** Precision of a calibration without one of the views: it begins close to its end. */
const roughly = 1e-3;
/** Views closer than this are one view: m and radians. */
const sameView = { translation: 0.005, rotation: (2 * Math.PI) / 180 };
/** A view that misses by so many times the median of all, and by so much (m), does not fit the others. */
const outlier = { ratio: 4, distance: 0.0005 };

export interface HandEyeInput {
  readonly isOnWrist: boolean;
  readonly camera: LensCamera;
  readonly board: BoardSize;
  /** m */
  readonly squareSize: number;
  readonly views: readonly HandEyeView[];
  /** Default: {@link defaultArmAccuracy}, if the pictures contradict the poses of the arm. */
  readonly arm?: ArmAccuracy | undefined;
}

export interface HandEyeViewReport {
  /** Root mean square of the differences of projected and found corners, pixels. */
  readonly rms: number;
  /** Distance by which a calibration by the other views misses this one, m. */
  readonly leaveOneOut: number;
  /** The picture was read turned by 180°. */
  readonly isTurned: boolean;
  /** It does not fit the others. */
  readonly isOutlier: boolean;
  /** Index of an earlier view from the same pose. */
  readonly sameAs?: number;
}

export interface CalibratedHandEye {
  readonly ok: true;
  /** Camera: in the flange frame on the wrist, else in the base. */
  readonly camera: Pose;
  /** Board: in the base, or in the flange frame if the camera is fixed. */
  readonly board: Pose;
  /** pixels */
  readonly rms: number;
  readonly views: readonly HandEyeViewReport[];
  /** Standard deviation of a point at the distance of the board, m, and of the direction of the camera, radians. */
  readonly expectedError: { readonly position: number; readonly rotation: number; readonly distance: number };
  /** Accuracy that was assumed of the arm; undefined if its poses agree with the pictures. */
  readonly arm: ArmAccuracy | undefined;
}

export type HandEyeProblem =
  | 'notEnoughPoses'
  | 'insufficientRotation'
  | 'boardNotFound'
  | 'posesDoNotMatch'
  | 'viewDisplaced'
  | 'boardMoved';

export interface FailedHandEye {
  readonly ok: false;
  readonly problem: HandEyeProblem;
  /** Index of the displaced view, or of the first one after a move of the board. */
  readonly view?: number;
}
export type HandEyeResult = CalibratedHandEye | FailedHandEye;

const fail = (problem: HandEyeProblem): FailedHandEye => ({ ok: false, problem });

/** Finds where a camera is, by pictures of a board from poses of the arm. */
export function calibrateHandEye(input: HandEyeInput): HandEyeResult {
  const { camera, board, squareSize, isOnWrist } = input;
  if (input.views.length < minHandEyeViews) return fail('notEnoughPoses');
  const arms = input.views.map(({ flange }) => (isOnWrist ? flange : invertPose(flange)));
  if (turnAboutSecondAxis(arms) < minTurn) return fail('insufficientRotation');
  const corners = listBoardCorners(board, squareSize);
  const located = input.views.map(({ pixels }) => locateBoard(camera, corners, pixels));
  if (!located.every((found) => found !== undefined)) return fail('boardNotFound');
  const halfTurn = halfTurnOf(board, squareSize);
  const straight = located.map(({ pose }) => pose);
  const turns = isTurnAmbiguous(board) ? chooseTurns(arms, straight, halfTurn) : straight.map(() => false);
  const boards = straight.map((pose, index) => (turns[index] ? composePoses(pose, halfTurn) : pose));
  const views = input.views.map(({ flange, pixels }, index) => ({
    flange,
    pixels: turns[index] ? pixels.toReversed() : pixels,
  }));
  const start = solveHandEye(arms, boards);
  const [arm, seen] = [arms[0], boards[0]];
  if (!start || !arm || !seen) return fail('insufficientRotation');
  const cornerDeviation = cornerDeviationOf(located, corners.length);
  const model = { isOnWrist, camera, corners, cornerDeviation, arm: input.arm };
  const displaced = findDisplaced({ model, views, arms, boards, minViews: minHandEyeViews, minTurn });
  if (displaced) return { ok: false, ...displaced };
  const poses = { camera: start, board: composePoses(composePoses(arm, start), seen) };
  const { refined, used } = refine(model, views, located, poses);
  if (!Number.isFinite(refined.variance) || !refined.covariance) return fail('posesDoNotMatch');
  const distances = views.map(({ flange }) => normVec3(positionOf(boardSeen(refined, flange, isOnWrist))));
  return {
    ok: true,
    camera: refined.camera,
    board: refined.board,
    rms: rootMeanSquare(refined.misses.flat()),
    views: reportViews(used, views, refined, turns),
    expectedError: expectedErrorAt(refined.covariance, medianOf(distances)),
    arm: used.arm,
  };
}

/** Takes the arm as exact first. */
function refine(
  model: HandEyeModel,
  views: readonly HandEyeView[],
  located: readonly LocatedBoard[],
  start: HandEyePoses,
) {
  const first = refineHandEye(model, views, start);
  if (model.arm || !contradictsArm(first, located, model.corners.length)) return { refined: first, used: model };
  const used = { ...model, arm: defaultArmAccuracy };
  return { refined: refineHandEye(used, views, first), used };
}

function reportViews(
  model: HandEyeModel,
  views: readonly HandEyeView[],
  refined: RefinedHandEye,
  turns: readonly boolean[],
): HandEyeViewReport[] {
  const left = views.map((view, index) => {
    const others = refineHandEye(model, views.toSpliced(index, 1), refined, roughly);
    const distance = Math.abs(boardSeen(others, view.flange, model.isOnWrist).z);
    const misses = missesIn(model, others, view);
    return (rootMeanSquare(misses) * Math.SQRT2 * distance) / model.camera.fx;
  });
  const usual = medianOf(left);
  return views.map((view, index) => {
    const leaveOneOut = left[index] ?? 0;
    const same = views.slice(0, index).findIndex(({ flange }) => isSameView(flange, view.flange));
    return {
      rms: rootMeanSquare(refined.misses[index] ?? []),
      leaveOneOut,
      isTurned: turns[index] ?? false,
      isOutlier: leaveOneOut > outlier.distance && leaveOneOut > outlier.ratio * usual,
      ...(same < 0 ? {} : { sameAs: same }),
    };
  });
}

function isSameView(one: Pose, other: Pose): boolean {
  const { translation, rotation } = distancePoses(one, other);
  return translation < sameView.translation && rotation < sameView.rotation;
}

/** A turn of the camera moves a point on its optical axis sideways. */
function expectedErrorAt(covariance: Matrix, distance: number) {
  const at = (row: number, column: number) => covariance[row]?.[column] ?? 0;
  // Along x: turn about y · distance + shift along x. Along y: −turn about x · distance + shift along y.
  const alongX = distance ** 2 * at(1, 1) + 2 * distance * at(1, 3) + at(3, 3);
  const alongY = distance ** 2 * at(0, 0) - 2 * distance * at(0, 4) + at(4, 4);
  return {
    position: Math.sqrt(Math.max(0, alongX + alongY + at(5, 5))),
    rotation: Math.sqrt(Math.max(0, at(0, 0) + at(1, 1) + at(2, 2))),
    distance,
  };
}
