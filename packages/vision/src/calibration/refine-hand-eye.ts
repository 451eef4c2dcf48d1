import { composePoses, invertPose, type Pose, type Vec3 } from '@cellwright/geometry';
import type { LensCamera, Pixel } from '../pose/lens-camera.ts';
import { movePose } from '../pose/move-pose.ts';
import type { Matrix } from '../solve/matrix.ts';
import { minimizeViews } from '../solve/minimize-views.ts';
import { missesOf } from './calibrate-intrinsics.ts';

/** Standard deviations of what the arm reports: of a position along each axis (m), and of a rotation about each (radians). */
export interface ArmAccuracy {
  readonly position: number;
  readonly rotation: number;
}

/** A picture of the board and the pose of the flange in the base at that moment. */
export interface HandEyeView {
  readonly flange: Pose;
  readonly pixels: readonly Pixel[];
}

export interface HandEyeModel {
  /** The camera is on the wrist and the board stands still; else the board is on the flange. */
  readonly isOnWrist: boolean;
  readonly camera: LensCamera;
  readonly corners: readonly Vec3[];
  /** Standard deviation of a corner along each axis, pixels. */
  readonly cornerDeviation: number;
  /** Undefined for an arm that is exactly where it reports. */
  readonly arm: ArmAccuracy | undefined;
}

export interface HandEyePoses {
  /** Camera: in the flange frame on the wrist, else in the base. */
  readonly camera: Pose;
  /** Board: in the base, or in the flange frame if the camera is fixed. */
  readonly board: Pose;
}

export interface RefinedHandEye extends HandEyePoses {
  /** Variance of the residuals relative to what was assumed. */
  readonly variance: number;
  /** Turn (radians) and shift (m) of the camera, in its optical frame. Undefined if the views do not determine them. */
  readonly covariance: Matrix | undefined;
  /** Differences of projected and found corners of each view, pixels. */
  readonly misses: readonly (readonly number[])[];
}

/**
 * Adjusts camera, board and (with a prior of their accuracy) the poses of the arm together, so that the corners are where the
 * pictures show them.
 */
export function refineHandEye(
  model: HandEyeModel,
  views: readonly HandEyeView[],
  start: HandEyePoses,
  precision?: number,
): RefinedHandEye {
  const { arm, cornerDeviation } = model;
  const found = minimizeViews({
    precision,
    shared: new Array<number>(12).fill(0),
    locals: views.map(() => (arm ? [0, 0, 0, 0, 0, 0] : [])),
    residualsAt(index, shared, local) {
      const view = views[index];
      if (!view) return [];
      const poses = movePoses(start, shared);
      const flange = arm ? movePose(view.flange, local) : view.flange;
      const misses = missesIn(model, poses, { ...view, flange });
      const scaled = misses.map((miss) => miss / cornerDeviation);
      if (!arm) return scaled;
      return [...scaled, ...local.map((value, at) => value / (at < 3 ? arm.rotation : arm.position))];
    },
  });
  const cornerCount = views.reduce((sum, { pixels }) => sum + 2 * pixels.length, 0);
  const variance = found.cost / Math.max(1, cornerCount - 12);
  return {
    ...movePoses(start, found.shared),
    variance,
    covariance: found.covariance?.slice(0, 6).map((row) => row.slice(0, 6).map((value) => value * variance)),
    misses: found.residuals.map((values, index) =>
      values.slice(0, 2 * (views[index]?.pixels.length ?? 0)).map((value) => value * cornerDeviation),
    ),
  };
}

/** Differences of projected and found corners of a view, pixels. */
export function missesIn(
  { isOnWrist, camera, corners }: HandEyeModel,
  poses: HandEyePoses,
  { flange, pixels }: HandEyeView,
): number[] {
  return missesOf(camera, boardSeen(poses, flange, isOnWrist), corners, pixels);
}

/** Pose of the board in the optical frame of the camera. */
export function boardSeen({ camera, board }: HandEyePoses, flange: Pose, isOnWrist: boolean): Pose {
  const arm = isOnWrist ? invertPose(flange) : flange;
  return composePoses(composePoses(invertPose(camera), arm), board);
}

function movePoses({ camera, board }: HandEyePoses, shared: readonly number[]): HandEyePoses {
  return { camera: movePose(camera, shared.slice(0, 6)), board: movePose(board, shared.slice(6)) };
}
