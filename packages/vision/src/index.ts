/** Finds things in pictures. Pure. Pixel centres are whole numbers: the first one is at 0, 0; x to the right, y down. */
export { type BlobSettings, detectBlobs, type Found } from './blobs/detect-blobs.ts';
export {
  type CalibratedHandEye,
  calibrateHandEye,
  defaultArmAccuracy,
  type HandEyeInput,
  type HandEyeProblem,
  type HandEyeResult,
  minHandEyeViews,
} from './calibration/calibrate-hand-eye.ts';
export {
  type CalibratedIntrinsics,
  calibrateIntrinsics,
  minIntrinsicViews,
} from './calibration/calibrate-intrinsics.ts';
export { type CheckedCalibration, checkView, type ViewMiss } from './calibration/check-view.ts';
export { type PlannedViews, planViews } from './calibration/plan-views.ts';
export type { ArmAccuracy, HandEyeView } from './calibration/refine-hand-eye.ts';
export {
  type BoardSize,
  type Chessboard,
  defaultBoardSize,
  findChessboard,
  isTurnAmbiguous,
} from './chessboard/find-chessboard.ts';
export { type BoardPicture, judgePicture } from './chessboard/judge-picture.ts';
export { type GrayImage, grayFromRgb } from './gray-image.ts';
export { castRay, type LensCamera, type Pixel, projectPoint } from './pose/lens-camera.ts';
export { type LocatedBoard, listBoardCorners, locateBoard } from './pose/locate-board.ts';
export { detectShapes, type ShapeSettings } from './shapes/detect-shapes.ts';
