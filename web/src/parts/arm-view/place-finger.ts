import { type Pose, rotateVec3 } from '@cellwright/geometry';
import type { FingerWidths, ToolBox } from './arm-view-props.ts';

/** A body of the tool as it is drawn. */
export interface DrawnBody {
  /** Pose of its centre, m. */
  readonly pose: Pose;
  /** Full edge lengths, m. */
  readonly size: ToolBox['size'];
  /** Side of a finger of a pair: -1 or 1; 0 for a body of its own. */
  readonly side: number;
}

/** Thickness of a drawn finger that its gripper leaves no space for, m. */
const minThickness = 0.006;

/**
 * Returns what is drawn of a body of the tool: the body at the current width of its gripper, or the two fingers in it.
 * Without a known width fingers are at their widest.
 */
export function drawBody(box: ToolBox, widths: FingerWidths): readonly DrawnBody[] {
  const { finger, pose, size } = box;
  if (!finger) return [{ pose, size, side: 0 }];
  const { widest, closing, isPair } = finger;
  const width = Math.min(Math.max(widths?.[finger.equipmentID] ?? widest, 0), widest);
  if (!isPair) return [{ pose: shift(pose, closing, widest - width), size, side: 0 }];
  const [breadth, space, length] = size;
  const thickness = Math.max((space - widest) / 2, minThickness);
  // The box has its fingers along y; they are as far from its middle as half the width.
  const outward = rotateVec3(pose, [0, (width + thickness) / 2, 0]);
  return [-1, 1].map((side) => ({ pose: shift(pose, outward, side), size: [breadth, thickness, length], side }));
}

function shift(pose: Pose, [x, y, z]: readonly number[], by: number): Pose {
  return { ...pose, x: pose.x + by * (x ?? 0), y: pose.y + by * (y ?? 0), z: pose.z + by * (z ?? 0) };
}
