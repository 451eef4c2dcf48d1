import type { Pose, Vec3 } from '@cellwright/geometry';
import type { PlacedShape } from './shapes.ts';

/** A joint of the tree of links, as in URDF. `axis` is in the child's frame and need not be of unit length. */
export interface JointDescription {
  readonly name: string;
  readonly parent: string;
  readonly child: string;
  readonly kind: 'fixed' | 'revolute';
  readonly origin: Pose;
  readonly axis?: Vec3;
}

/** A link and its solids, in the link's frame. */
export interface LinkDescription {
  readonly name: string;
  readonly parts: readonly PlacedShape[];
  /**
   * True for a temporary attachment: kept in a separate tree, so that the numbers of the arm's own balls do not change.
   */
  readonly isAttachment?: boolean;
}

/** Two link names whose contact is not a collision, in either order. */
export type LinkPair = readonly [string, string];

/**
 * Source of a collision model: a tree of links. Joints named in `movingJoints` are the arm's axes, from base to tip;
 * every other revolute joint stays at zero.
 */
export interface RobotDescription {
  readonly joints: readonly JointDescription[];
  readonly movingJoints: readonly string[];
  readonly links: readonly LinkDescription[];
  readonly allowedPairs?: readonly LinkPair[];
  /** Pose of the root link in the world; the identity when absent. */
  readonly rootPose?: Pose;
}
