import type { Vec3 } from '@cellwright/geometry';

/** Pose of a frame in its parent: metres, and roll, pitch, yaw in radians about the fixed axes (as in URDF). */
export interface Origin {
  readonly xyz: Vec3;
  readonly rpy: Vec3;
}

export const zeroOrigin: Origin = { xyz: [0, 0, 0], rpy: [0, 0, 0] };

/** Maximum ratings of a joint: radians, rad/s, N·m. */
export interface JointRange {
  readonly lower: number;
  readonly upper: number;
  readonly velocity: number;
  readonly effort: number;
}

/** A revolute joint: child frame = parent frame · origin · rotation about `axis` by the joint angle. */
export interface JointModel {
  readonly name: string;
  readonly parent: string;
  readonly child: string;
  readonly origin: Origin;
  /** Unit vector in the joint frame. */
  readonly axis: Vec3;
  readonly limits: JointRange;
}

/** A frame that is rigidly attached to another link. */
export interface FixedFrame {
  readonly name: string;
  readonly parent: string;
  readonly child: string;
  readonly origin: Origin;
}

/** Mass in kg, centre of mass and axes given by `origin` in the link frame, moments in kg·m². */
export interface Inertia {
  readonly mass: number;
  readonly origin: Origin;
  readonly ixx: number;
  readonly ixy: number;
  readonly ixz: number;
  readonly iyy: number;
  readonly iyz: number;
  readonly izz: number;
}

/** A shape in its link's frame, metres. Cylinders lie along their own z, centred at the origin. */
export type CollisionGeometry =
  | { readonly kind: 'sphere'; readonly center: Vec3; readonly radius: number }
  | { readonly kind: 'capsule'; readonly from: Vec3; readonly to: Vec3; readonly radius: number }
  | { readonly kind: 'box'; readonly origin: Origin; readonly size: Vec3 }
  | { readonly kind: 'cylinder'; readonly origin: Origin; readonly radius: number; readonly length: number }
  | { readonly kind: 'mesh'; readonly origin: Origin; readonly uri: string; readonly scale: Vec3 };

export interface LinkModel {
  readonly name: string;
  readonly inertia?: Inertia;
  readonly collision: readonly CollisionGeometry[];
}

/** Limits for planning motion, one entry per joint: rad/s, rad/s², rad/s³; stops may brake harder. */
export interface ArmMotionLimits {
  readonly velocity: readonly number[];
  readonly acceleration: readonly number[];
  readonly jerk: readonly number[];
  readonly stopDeceleration: readonly number[];
}

/** A serial six-axis arm as plain data. */
export interface ArmModel {
  readonly name: string;
  /** Link to which all others are attached; all poses are given in its frame. */
  readonly root: string;
  /** Frame placed by inverse kinematics (tool0). */
  readonly tip: string;
  /** Six joints, from the base outwards. */
  readonly joints: readonly JointModel[];
  readonly fixedFrames: readonly FixedFrame[];
  /** All links named by a joint or a fixed frame. */
  readonly links: readonly LinkModel[];
  readonly motionLimits: ArmMotionLimits;
}

export const jointCount = 6;
