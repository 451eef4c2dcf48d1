import type { Pose, Vec3 } from '@cellwright/geometry';
import type { PlacedShape } from './shapes.ts';

/** A joint of the tree of links, as URDF has it. `axis` is in the child's frame and need not be of unit length. */
export interface JointDescription {
  readonly name: string;
  readonly parent: string;
  readonly child: string;
  readonly kind: 'fixed' | 'revolute';
  readonly origin: Pose;
  readonly axis?: Vec3;
}

/** A link and the solids it is made of, in the link's frame. */
export interface LinkDescription {
  readonly name: string;
  readonly parts: readonly PlacedShape[];
  /** Attached for a while: kept in a tree of its own, so that the numbering of the arm's own balls stays. */
  readonly isAttachment?: boolean;
}

/** Two link names whose contact is no collision, in either order. */
export type LinkPair = readonly [string, string];

/**
 * What a collision model is compiled from: a tree of links. Joints named in `movingJoints` are the arm's axes, from
 * base to tip; every other revolute joint stays at zero.
 */
export interface RobotDescription {
  readonly joints: readonly JointDescription[];
  readonly movingJoints: readonly string[];
  readonly links: readonly LinkDescription[];
  readonly allowedPairs?: readonly LinkPair[];
  /** Where the root link stands in the world; the identity when left out. */
  readonly rootPose?: Pose;
}
