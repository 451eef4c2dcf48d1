import { frameOfSpaceItem, resolveSpaceItems, type SpaceItem } from '@cellwright/domain/space';
import { alignToLines, radiansToDegrees, rotateVec3, type Vec3 } from '@cellwright/geometry';
import type { Postures } from '../../parts/positions/PositionNumbers.tsx';
import { withDistinctNames } from '../../ui/distinct-names.ts';
import { type Ghost, moveGhost } from '../place/ghost.ts';

/** Axis of the tool in the frame of its TCP: x points out of the flange. */
const toolAxis: Vec3 = [1, 0, 0];
const baseAxes: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Angle below which the tool counts as aligned, degrees. */
const alignedDegrees = 0.01;

/** Something that the axis of the tool can be made parallel to. */
export interface AlignTarget {
  readonly id: string;
  /** Undefined for the axes of the base. */
  readonly name: string | undefined;
  /** Directions in the frame of the base; the nearest one counts. */
  readonly lines: readonly Vec3[];
}

export const toBaseAxes: AlignTarget = { id: 'base', name: undefined, lines: baseAxes };

/** Returns the axes of the base, then the normals of the taught planes. */
export function listAlignTargets(items: readonly SpaceItem[]): readonly AlignTarget[] {
  const planes = resolveSpaceItems(items).flatMap((item) => {
    const frame = item.kind === 'plane' ? frameOfSpaceItem(item) : undefined;
    return frame ? [{ id: item.id, name: item.name, lines: [rotateVec3(frame, [0, 0, 1])] }] : [];
  });
  return [toBaseAxes, ...withDistinctNames(planes)];
}

export interface AlignPlan {
  /** Arm with its tool aligned, its TCP where it is now. */
  readonly ghost: Ghost;
  readonly degrees: number;
  /** Letter of the nearest axis of the base; undefined for a plane. */
  readonly axis: 'X' | 'Y' | 'Z' | undefined;
  readonly isAligned: boolean;
}

/** Plans how the tool turns in place from the joint angles of the arm. */
export function planAlignment(joints: readonly number[], target: AlignTarget, postures: Postures): AlignPlan {
  const now = postures.poseOf(joints, {});
  const { pose, angle, line } = alignToLines(now, toolAxis, target.lines);
  const solved = postures.jointsOf(now, joints, {});
  const ghost = moveGhost({ position: { pose: now }, joints: solved }, pose, postures);
  const degrees = radiansToDegrees(angle);
  const axis = target === toBaseAxes ? (['X', 'Y', 'Z'] as const)[line] : undefined;
  return { ghost, degrees, axis, isAligned: degrees < alignedDegrees };
}
