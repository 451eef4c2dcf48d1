import {
  composePoses,
  distancePoses,
  makePose,
  type Pose,
  quaternionFromRotationVector,
  rotationVectorFromQuaternion,
} from '@cellwright/geometry';
import type { BoardSize } from '../chessboard/find-chessboard.ts';
import { listMotions, solveHandEye } from './solve-hand-eye.ts';

const maxRounds = 10;

/** The half turn of a board about its middle, after which it looks the same, in its own frame. */
export function halfTurnOf({ columns, rows }: BoardSize, squareSize: number): Pose {
  return makePose(
    [(columns - 1) * squareSize, (rows - 1) * squareSize, 0],
    quaternionFromRotationVector([0, 0, Math.PI]),
  );
}

/**
 * Chooses one of two readings of every view of a board that looks the same turned by 180°, so that all views agree with the
 * motion of the arm. Returns true for views that were read turned; the first view keeps its reading, because all turned
 * together are one and the same answer.
 */
export function chooseTurns(arms: readonly Pose[], boards: readonly Pose[], halfTurn: Pose): boolean[] {
  const readings = boards.map((board) => [board, composePoses(board, halfTurn)] as const);
  const turns = startTurns(arms, readings);
  for (let round = 0; round < maxRounds; round += 1) {
    const chosen = readings.map(([straight, turned], view) => (turns[view] ? turned : straight));
    const camera = solveHandEye(arms, chosen);
    if (!camera) break;
    const places = chosen.map((board, view) => composePoses(composePoses(arms[view] ?? board, camera), board));
    const middle = findCentralPose(places);
    let hasChanged = false;
    for (const [view, [straight, turned]] of readings.entries()) {
      const arm = arms[view];
      if (!arm || !middle) continue;
      const missed = ([straight, turned] as const).map(
        (board) => distancePoses(composePoses(composePoses(arm, camera), board), middle).rotation,
      );
      const isTurned = (missed[1] ?? 0) < (missed[0] ?? 0);
      hasChanged ||= isTurned !== turns[view];
      turns[view] = isTurned;
    }
    if (!hasChanged) break;
  }
  return turns.map((isTurned) => isTurned !== turns[0]);
}

type Readings = readonly (readonly [straight: Pose, turned: Pose])[];

/** The board turns by the same angle as the arm, whatever the pose of the camera. */
function startTurns(arms: readonly Pose[], readings: Readings): boolean[] {
  const turns = readings.map(() => false);
  for (let round = 0; round < maxRounds; round += 1) {
    let hasChanged = false;
    for (const [view, [straight, turned]] of readings.entries()) {
      if (view === 0) continue;
      // In the first round only views before it are decided.
      const others = turns.flatMap((_, other) => (other !== view && (round > 0 || other < view) ? [other] : []));
      let [costStraight, costTurned] = [0, 0];
      for (const other of others) {
        const behind = readings[other]?.[turns[other] ? 1 : 0];
        const [arm, otherArm] = [arms[view], arms[other]];
        if (!behind || !arm || !otherArm) continue;
        costStraight += missedAngle([arm, otherArm], [straight, behind]);
        costTurned += missedAngle([arm, otherArm], [turned, behind]);
      }
      const isTurned = costTurned < costStraight;
      hasChanged ||= isTurned !== turns[view];
      turns[view] = isTurned;
    }
    if (!hasChanged) break;
  }
  return turns;
}

/** Bounded, so that one bad view does not decide over the others. */
function missedAngle(arms: readonly Pose[], boards: readonly Pose[]): number {
  const [motion] = listMotions(arms, boards);
  if (!motion) return 0;
  return Math.min(0.3, Math.abs(angleOf(motion.arm) - angleOf(motion.board)));
}

function angleOf(pose: Pose): number {
  return Math.hypot(...rotationVectorFromQuaternion(pose));
}

/** Returns the pose with the smallest sum of angles to all others: never a wrong reading. */
function findCentralPose(poses: readonly Pose[]): Pose | undefined {
  const sums = poses.map((pose) => poses.reduce((sum, other) => sum + distancePoses(pose, other).rotation, 0));
  return poses[sums.indexOf(Math.min(...sums))];
}
