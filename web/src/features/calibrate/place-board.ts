import type { CalibrationBoard } from '@cellwright/domain/equipment';
import type { WirePose } from '@cellwright/domain/robot';
import type { Obstacle } from '@cellwright/domain/space';
import { composePoses, makePose, normalizePose, type Pose, quaternionFromEulerDegrees } from '@cellwright/geometry';

export const boardName = 'Calibration board';
const thickness = 0.01;
/** A little aside and tilted: a board that faces the camera exactly shows its tilt badly. */
const tilt = quaternionFromEulerDegrees([172, 6, 90]);

/**
 * Returns a board for the simulated cell, in front of a camera. Its top faces the camera.
 * @param camera optical frame in the world
 * @param distance m
 */
export function placeBoard(board: CalibrationBoard, camera: Pose, distance: number): Obstacle {
  const { columns, rows, squareSize } = board;
  const pose: WirePose = normalizePose(composePoses(camera, makePose([0, 0, distance], tilt)));
  return {
    name: boardName,
    shape: {
      kind: 'box',
      size: [(columns + 3) * squareSize, (rows + 3) * squareSize, thickness],
      chessboard: { columns, rows, squareSize },
    },
    pose,
  };
}
