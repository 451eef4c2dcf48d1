import type { WirePose } from '@cellwright/domain/robot';
import { type Pose, radiansToDegrees } from '@cellwright/geometry';
import { readPose, readTravel, toolPoseOf } from '../../api/tool-pose.ts';
import { inUnit, type LengthUnit } from '../../ui/length.ts';
import type { JogMode } from './jog-plan.ts';

/** Number of axes of the arm, and of numbers in a pose. */
export const axisCount = 6;

/** Returns a function of the newest joint angles that computes once per reading, however often it is called. */
export function oncePerReading<T>(
  readJoints: () => readonly number[] | undefined,
  compute: (joints: readonly number[]) => T,
): () => T | undefined {
  let last: { readonly joints: readonly number[]; readonly value: T } | undefined;
  return () => {
    const joints = readJoints();
    if (!joints) return undefined;
    if (last?.joints !== joints) last = { joints, value: compute(joints) };
    return last.value;
  };
}

/** Returns readers of the tool pose: `x, y, z` in the unit of the user, then the rotations about them in degrees. */
export function poseReaders(
  readValues: () => readonly number[] | undefined,
  length: LengthUnit,
): readonly (() => number | undefined)[] {
  return Array.from({ length: axisCount }, (_, index) => () => {
    const value = readValues()?.[index];
    return index < 3 ? inUnit(value, length) : value;
  });
}

interface AxisReadersInput {
  readonly mode: JogMode;
  readonly length: LengthUnit;
  readonly tcp: WirePose | undefined;
  readJoints(): readonly number[] | undefined;
  /** Pose of the tool when the jog began, base → TCP; travel along the tool's own axes counts from there. */
  readStart(): Pose | undefined;
}

/** Returns the readers for the rows of a jog mode, one for each axis, and of the current tool pose. */
export function axisReaders({ mode, length, tcp, readJoints, readStart }: AxisReadersInput) {
  const readTool = oncePerReading(readJoints, (joints) => toolPoseOf(joints, tcp));
  if (mode === 'joint') {
    const values = Array.from({ length: axisCount }, (_, index) => () => {
      const angle = readJoints()?.[index];
      return angle === undefined ? undefined : radiansToDegrees(angle);
    });
    return { readTool, values };
  }
  const compute = (pose: Pose) => (mode === 'base' ? readPose(pose) : readTravel(readStart() ?? pose, pose));
  let last: { readonly pose: Pose; readonly start: Pose | undefined; readonly value: readonly number[] } | undefined;
  const readValues = () => {
    const pose = readTool();
    if (!pose) return undefined;
    const start = readStart();
    if (last?.pose !== pose || last.start !== start) last = { pose, start, value: compute(pose) };
    return last.value;
  };
  return { readTool, values: poseReaders(readValues, length) };
}

/** Returns a reader of a joint's position between its limits, rad, as a share 0–1. */
export function shareReader(
  readJoints: () => readonly number[] | undefined,
  index: number,
  range: { readonly lower: number; readonly upper: number },
): () => number | undefined {
  return () => {
    const angle = readJoints()?.[index];
    return angle === undefined ? undefined : (angle - range.lower) / (range.upper - range.lower);
  };
}
