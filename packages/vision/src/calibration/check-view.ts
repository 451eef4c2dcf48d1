import { transformPoint } from '@cellwright/geometry';
import { type BoardSize, isTurnAmbiguous } from '../chessboard/find-chessboard.ts';
import type { LensCamera } from '../pose/lens-camera.ts';
import { listBoardCorners } from '../pose/locate-board.ts';
import { missesOf } from './calibrate-intrinsics.ts';
import { boardSeen, type HandEyePoses, type HandEyeView } from './refine-hand-eye.ts';
import { rootMeanSquare } from './statistics.ts';

export interface CheckedCalibration extends HandEyePoses {
  readonly isOnWrist: boolean;
  /** Intrinsics and distortion that were calibrated with it. */
  readonly lens: LensCamera;
  readonly size: BoardSize;
  /** m */
  readonly squareSize: number;
}

export interface ViewMiss {
  /** Root mean square of the differences of expected and found corners, pixels. */
  readonly pixels: number;
  /** The same as a distance at the board, m. */
  readonly distance: number;
}

/**
 * Compares a view that a calibration was not calculated with to where the calibration expects the board. A board that looks the
 * same turned by 180° counts as turned if it fits better that way.
 */
export function checkView(calibration: CheckedCalibration, { flange, pixels }: HandEyeView): ViewMiss {
  const { lens, size, squareSize, isOnWrist } = calibration;
  const expected = boardSeen(calibration, flange, isOnWrist);
  const corners = listBoardCorners(size, squareSize);
  const missOf = (found: HandEyeView['pixels']) => rootMeanSquare(missesOf(lens, expected, corners, found));
  const miss = isTurnAmbiguous(size) ? Math.min(missOf(pixels), missOf(pixels.toReversed())) : missOf(pixels);
  const middle = [((size.columns - 1) * squareSize) / 2, ((size.rows - 1) * squareSize) / 2, 0] as const;
  const [, , away] = transformPoint(expected, middle);
  return { pixels: miss, distance: (miss * Math.SQRT2 * Math.abs(away)) / lens.fx };
}
