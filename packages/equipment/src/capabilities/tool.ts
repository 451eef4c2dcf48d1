import type { Pose, Vec3 } from '@cellwright/geometry';

/** What a device adds to the arm when it hangs on the flange. Poses are in the flange frame (tool0: z out of it), metres. */
export interface ToolDescription {
  /** The point that works: between the fingertips of a gripper, the tip of a screwdriver. */
  readonly tcp: Pose;
  readonly massKg: number;
  readonly centreOfGravity: Vec3;
  /** Boxes that hold the tool at its widest; `size` is full edge lengths, `pose` the box's centre. */
  readonly collisionBoxes: readonly { readonly pose: Pose; readonly size: Vec3 }[];
}
