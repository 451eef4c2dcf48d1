import type { Pose } from '@cellwright/geometry';
import type { FingerWidths, ToolBox } from './arm-view-props.ts';

/** Returns the pose of a body of the tool at the current width of its gripper; its own without a known width. */
export function placeFinger({ pose, finger }: ToolBox, widths: FingerWidths): Pose {
  const width = finger && widths?.[finger.equipmentID];
  if (!finger || width === undefined) return pose;
  const closed = finger.widest - Math.min(Math.max(width, 0), finger.widest);
  const [x, y, z] = finger.closing;
  return { ...pose, x: pose.x + closed * x, y: pose.y + closed * y, z: pose.z + closed * z };
}
