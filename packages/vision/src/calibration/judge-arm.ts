import type { LocatedBoard } from '../pose/locate-board.ts';
import type { RefinedHandEye } from './refine-hand-eye.ts';
import { medianOf } from './statistics.ts';

/** Pose parameters of a view, and those that all views share: camera and board. */
const poseCount = 6;
const sharedCount = 12;
/** Excess of the misses above which the pictures contradict the arm: 1 is expected of an exact one. */
const maxExcess = 3;
/** Variance of corners that a lens without any error would have, pixels²: below it nothing is measured. */
const minVariance = 0.01 ** 2;

type SeenBoard = Pick<LocatedBoard, 'rms'>;

/** Returns the error of the finder, pixels: the part of the corners that the poses of single boards do not explain. */
export function cornerDeviationOf(located: readonly SeenBoard[], cornerCount: number): number {
  return Math.sqrt(Math.max(minVariance, medianOf(cornerVariances(located, cornerCount))));
}

/** Returns the variance of the corners of each view about the pose that its picture alone gives, pixels². */
function cornerVariances(located: readonly SeenBoard[], cornerCount: number): number[] {
  return located.map(({ rms }) => (rms * rms * 2 * cornerCount) / Math.max(1, 2 * cornerCount - poseCount));
}

/**
 * True if the pictures contradict the poses of the arm: corners miss more with one pose of the camera for all views than with a
 * pose of its own for each. A picture that is less sharp than the others misses either way, and is no sign of the arm.
 */
export function contradictsArm(
  exact: Pick<RefinedHandEye, 'misses'>,
  located: readonly SeenBoard[],
  cornerCount: number,
): boolean {
  const variances = cornerVariances(located, cornerCount);
  const usual = medianOf(variances);
  const excess = exact.misses.reduce((sum, misses, index) => {
    const alone = 2 * cornerCount * (located[index]?.rms ?? 0) ** 2;
    const together = misses.reduce((squares, miss) => squares + miss * miss, 0);
    return sum + (together - alone) / Math.max(usual, variances[index] ?? 0, minVariance);
  }, 0);
  return excess > maxExcess * Math.max(1, poseCount * located.length - sharedCount);
}
