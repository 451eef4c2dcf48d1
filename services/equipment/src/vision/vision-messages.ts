import type { CalibrationBoard, CalibrationView, LensIntrinsics } from '@cellwright/domain/equipment';
import type { Pose } from '@cellwright/geometry';
import type {
  BlobSettings,
  BoardPicture,
  BoardSize,
  CalibratedIntrinsics,
  Chessboard,
  Found,
  HandEyeResult,
  PlannedViews,
  ShapeSettings,
} from '@cellwright/vision';

export interface FindBoard {
  readonly task: 'findBoard';
  readonly jpeg: Uint8Array;
  readonly board: BoardSize;
  /** True if a small picture is needed as well. */
  readonly needsThumbnail: boolean;
}

export interface DetectBlobs {
  readonly task: 'detectBlobs';
  readonly jpeg: Uint8Array;
  readonly settings: BlobSettings;
}

export interface DetectShapes {
  readonly task: 'detectShapes';
  readonly jpeg: Uint8Array;
  readonly template: Uint8Array;
  readonly settings: ShapeSettings;
}

export interface CalculateIntrinsics {
  readonly task: 'calculateIntrinsics';
  readonly board: CalibrationBoard;
  readonly views: readonly CalibrationView['corners'][];
  readonly size: { readonly width: number; readonly height: number };
}

export interface Calibrate {
  readonly task: 'calibrate';
  readonly isOnWrist: boolean;
  readonly intrinsics: LensIntrinsics;
  readonly board: CalibrationBoard;
  readonly views: readonly CalibrationView[];
}

export interface PlanViews extends Omit<PlannedViews, 'poses'> {
  readonly task: 'planViews';
  /** Approximate pose of the camera. */
  readonly mount: Pose;
  readonly corners: CalibrationView['corners'];
}

/** A request to the thread. */
export type VisionQuestion = FindBoard | DetectBlobs | DetectShapes | CalculateIntrinsics | Calibrate | PlanViews;

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

export interface FoundBoard extends ImageSize {
  readonly task: 'findBoard';
  /** Absent if there is none. */
  readonly found: { readonly chessboard: Chessboard; readonly quality: BoardPicture } | undefined;
  /** JPEG. */
  readonly thumbnail: Uint8Array | undefined;
}

export interface DetectedThings extends ImageSize {
  readonly task: 'detect';
  readonly things: readonly Found[];
}

export type VisionFinding =
  | FoundBoard
  | DetectedThings
  | { readonly task: 'calculateIntrinsics'; readonly calibrated: CalibratedIntrinsics | undefined }
  | { readonly task: 'calibrate'; readonly result: HandEyeResult }
  /** Undefined if the corners show no board. */
  | { readonly task: 'planViews'; readonly flanges: readonly Pose[] | undefined };
