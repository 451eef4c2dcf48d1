import { type Clock, ProductError } from '@cellwright/domain/basics';
import type {
  CalibrationBoard,
  CalibrationResult,
  CalibrationView,
  CapturedView,
  FailedCalibration,
  LensIntrinsics,
} from '@cellwright/domain/equipment';
import { noDistortion, type Pose, radiansToDegrees } from '@cellwright/geometry';
import { type BoardSize, type CalibratedHandEye, checkView } from '@cellwright/vision';
import { takeStillFrame } from './take-frame.ts';
import { intrinsicsInUse, readIntrinsics, type VisionTarget } from './vision-methods.ts';
import type { VisionThread } from './vision-thread.ts';

export type CameraCalibrator = ReturnType<typeof createCameraCalibrator>;

export type Calibrated = { readonly ok: true; readonly result: CalibrationResult } | FailedCalibration;

export interface CalibrationRequest {
  readonly board: CalibrationBoard;
  readonly views: readonly CalibrationView[];
  /** True if the lens is calibrated, too; else the intrinsics that the camera reports are used. */
  readonly calibratesLens: boolean;
}

export interface PlanRequest {
  readonly board: CalibrationBoard;
  readonly view: CalibrationView;
  readonly count: number;
  /** Approximate pose of the camera: its configured mount. */
  readonly mount: Pose;
}

/** Takes pictures of a board, plans poses for more of them, and solves where the camera is. */
export function createCameraCalibrator(thread: VisionThread, clock: Clock) {
  return {
    /** @throws ProductError camera_disconnected; conflict while the arm moves; not_found without the board */
    async capture(target: VisionTarget, board: BoardSize, signal: AbortSignal): Promise<CapturedView> {
      const { frame, flange } = await takeStillFrame(target.camera, target.readArm, clock, signal);
      const question = { task: 'findBoard' as const, jpeg: frame.jpeg, board, needsThumbnail: true };
      const { found, thumbnail, width, height } = await thread.ask('findBoard', question);
      if (!found) throw new ProductError('not_found', 'The picture shows no whole board');
      const { chessboard, quality } = found;
      return {
        flange,
        corners: chessboard.corners.map(({ x, y }) => ({ x, y })),
        isTurnAmbiguous: chessboard.isTurnAmbiguous,
        quality,
        image: { sequence: frame.sequence, width, height },
        thumbnail: Buffer.from(thumbnail ?? []).toString('base64'),
      };
    },
    /** Poses of the flange for more views. @throws ProductError request_failed_validation for corners of no board */
    async plan(target: VisionTarget, { board, view, count, mount }: PlanRequest): Promise<readonly Pose[]> {
      requireWholeBoard(board, [view]);
      const camera = await intrinsicsInUse(target);
      const calibration = await target.findCalibration();
      const { flanges } = await thread.ask('planViews', {
        task: 'planViews',
        mount: calibration?.pose ?? mount,
        corners: view.corners,
        ...{ camera, image: { width: camera.width, height: camera.height } },
        ...{ board, squareSize: board.squareSize, flange: view.flange, isOnWrist: target.isOnWrist, count },
      });
      if (flanges) return flanges;
      throw new ProductError('request_failed_validation', 'The corners do not match a flat board');
    },
    /** @throws ProductError request_failed_validation for corners of no board */
    check({ mount, intrinsics, pose, report: { board, boardPose } }: CalibrationResult, view: CalibrationView) {
      requireWholeBoard(board, [view]);
      const calibration = {
        ...{ isOnWrist: mount === 'wrist', lens: intrinsics, size: board, squareSize: board.squareSize },
        ...{ camera: pose, board: boardPose },
      };
      const { pixels, distance } = checkView(calibration, { flange: view.flange, pixels: view.corners });
      return { rms: pixels, missMM: 1000 * distance };
    },
    async calibrate(target: VisionTarget, request: CalibrationRequest): Promise<Calibrated> {
      const { board, views, calibratesLens } = request;
      requireWholeBoard(board, views);
      const reported = { ...(await readIntrinsics(target.camera)), distortion: noDistortion };
      const intrinsics = calibratesLens ? await calibrateLens(thread, request, reported) : reported;
      if (!intrinsics) return { ok: false, problem: 'lensNotDetermined' };
      const question = { task: 'calibrate' as const, isOnWrist: target.isOnWrist, intrinsics, board, views };
      const { result } = await thread.ask('calibrate', question);
      if (!result.ok) return result;
      return { ok: true, result: describe(result, request, intrinsics, target.isOnWrist) };
    },
  };
}

async function calibrateLens(
  thread: VisionThread,
  { board, views }: CalibrationRequest,
  { width, height }: LensIntrinsics,
): Promise<LensIntrinsics | undefined> {
  const corners = views.map((view) => view.corners);
  const question = { task: 'calculateIntrinsics' as const, board, views: corners, size: { width, height } };
  const { calibrated } = await thread.ask('calculateIntrinsics', question);
  return calibrated && { width, height, ...calibrated.camera };
}

function requireWholeBoard({ columns, rows }: BoardSize, views: readonly CalibrationView[]): void {
  if (views.every(({ corners }) => corners.length === columns * rows)) return;
  throw new ProductError('request_failed_validation', `Each view needs all ${columns * rows} corners of the board`);
}

function describe(
  found: CalibratedHandEye,
  { board, calibratesLens: areIntrinsicsCalibrated }: CalibrationRequest,
  intrinsics: LensIntrinsics,
  isOnWrist: boolean,
): CalibrationResult {
  const { camera, board: boardPose, rms, views, expectedError, arm } = found;
  return {
    mount: isOnWrist ? 'wrist' : 'fixed',
    intrinsics,
    pose: camera,
    expectedErrorMM: 1000 * expectedError.position,
    report: {
      ...{ board, areIntrinsicsCalibrated, rms, boardPose },
      expectedErrorDegrees: radiansToDegrees(expectedError.rotation),
      distance: expectedError.distance,
      armDeviationMM: 1000 * (arm?.position ?? 0),
      views: views.map(({ leaveOneOut, ...view }) => ({ ...view, leaveOneOutMM: 1000 * leaveOneOut })),
    },
  };
}
