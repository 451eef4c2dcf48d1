import { composePoses, identityPose, type Pose, rotateVec3, transformPoint, type Vec3 } from '@cellwright/geometry';

/** Movement of a box that is a finger of a gripper. */
export interface FingerTravel {
  /** Width between the fingertips at which the box is where it is described, m: the widest. */
  readonly widest: number;
  /** Displacement of the box, m, per metre that the fingers close. */
  readonly closing: Vec3;
  /** True for one box around both fingers, which face each other along its y: this one closes, the other one opposite. */
  readonly isPair?: boolean;
}

/** Box of a tool in the flange frame. */
export interface ToolBox {
  /** Centre of the box. */
  readonly pose: Pose;
  /** Full edge lengths. */
  readonly size: Vec3;
  /** Absent for a body that does not move. */
  readonly finger?: FingerTravel;
}

/**
 * Properties that a device adds to the arm when it is mounted on the flange. Poses are in the flange frame (tool0: z
 * out of it), metres.
 */
export interface ToolDescription {
  /** Working point: between the fingertips of a gripper, the tip of a screwdriver. */
  readonly tcp: Pose;
  readonly massKg: number;
  readonly centreOfGravity: Vec3;
  /** Boxes that enclose the tool at its widest. */
  readonly collisionBoxes: readonly ToolBox[];
}

/** An end of a changer: its mount, and the tool on it. */
export interface ToolEnd {
  /** Counted from 1: moves name the tool of end N `ee-N`. */
  readonly end: number;
  /** From the flange of the arm to that of the end. */
  readonly mount: Pose;
  /** Device mounted there; undefined for none. */
  readonly toolID: string | undefined;
}

/** Returns the traits of a cell for the ends of a changer: the names of their TCPs. */
export function endTraitsOf(ends: readonly ToolEnd[]): readonly string[] {
  return ends.map(({ end }) => `ee-${end}`);
}

/** Trait of a cell whose configuration states that nothing is mounted on the flange. */
export const bareFlangeTrait = 'bareFlange';

/** Returns a tool as it is when mounted on an end instead of the flange itself. */
export function carryTool(mount: Pose, tool: ToolDescription): ToolDescription {
  return {
    tcp: composePoses(mount, tool.tcp),
    massKg: tool.massKg,
    centreOfGravity: transformPoint(mount, tool.centreOfGravity),
    collisionBoxes: tool.collisionBoxes.map(({ pose, size, finger }) => ({
      pose: composePoses(mount, pose),
      size,
      ...(finger && { finger: { ...finger, closing: rotateVec3(mount, finger.closing) } }),
    })),
  };
}

/** Returns the TCP of an end; without a tool it is the end itself. */
export function tcpOfEnd(mount: Pose, tool: ToolDescription | undefined): Pose {
  return composePoses(mount, tool?.tcp ?? identityPose);
}

/**
 * Combines several parts on the flange into one: masses add up, the centre of gravity is the common one, and all boxes
 * are kept. The TCP is given.
 */
export function joinTools(tcp: Pose, parts: readonly ToolDescription[]): ToolDescription {
  return {
    tcp,
    ...joinMasses(parts),
    collisionBoxes: parts.flatMap(({ collisionBoxes }) => collisionBoxes),
  };
}

/** Combines point masses: the sum at the common centre; the origin if the sum is 0. */
export function joinMasses(parts: readonly Pick<ToolDescription, 'massKg' | 'centreOfGravity'>[]): {
  readonly massKg: number;
  readonly centreOfGravity: Vec3;
} {
  const massKg = parts.reduce((sum, part) => sum + part.massKg, 0);
  if (Math.abs(massKg) < 1e-9) return { massKg: 0, centreOfGravity: [0, 0, 0] };
  const along = (axis: 0 | 1 | 2) =>
    parts.reduce((sum, part) => sum + part.massKg * part.centreOfGravity[axis], 0) / massKg;
  return { massKg, centreOfGravity: [along(0), along(1), along(2)] };
}
