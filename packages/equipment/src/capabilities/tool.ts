import { composePoses, identityPose, type Pose, transformPoint, type Vec3 } from '@cellwright/geometry';

/** What a device adds to the arm when it hangs on the flange. Poses are in the flange frame (tool0: z out of it), metres. */
export interface ToolDescription {
  /** The point that works: between the fingertips of a gripper, the tip of a screwdriver. */
  readonly tcp: Pose;
  readonly massKg: number;
  readonly centreOfGravity: Vec3;
  /** Boxes that hold the tool at its widest; `size` is full edge lengths, `pose` the box's centre. */
  readonly collisionBoxes: readonly { readonly pose: Pose; readonly size: Vec3 }[];
}

/** An end of a changer: where a tool hangs on it, and which one. */
export interface ToolEnd {
  /** Counted from 1: the tool of end N is what moves name `ee-N`. */
  readonly end: number;
  /** From the flange of the arm to that of the end. */
  readonly mount: Pose;
  /** The device that hangs there; undefined for none. */
  readonly toolID: string | undefined;
}

/** What steps ask of a cell for the ends of a changer: the names of their TCPs. */
export function endTraitsOf(ends: readonly ToolEnd[]): readonly string[] {
  return ends.map(({ end }) => `ee-${end}`);
}

/** What steps ask of a cell in which somebody says that nothing hangs on the flange. */
export const bareFlangeTrait = 'bareFlange';

/** A tool as it is when it hangs on an end instead of the flange itself. */
export function carryTool(mount: Pose, tool: ToolDescription): ToolDescription {
  return {
    tcp: composePoses(mount, tool.tcp),
    massKg: tool.massKg,
    centreOfGravity: transformPoint(mount, tool.centreOfGravity),
    collisionBoxes: tool.collisionBoxes.map(({ pose, size }) => ({ pose: composePoses(mount, pose), size })),
  };
}

/** The TCP of an end without a tool is the end itself. */
export function tcpOfEnd(mount: Pose, tool: ToolDescription | undefined): Pose {
  return composePoses(mount, tool?.tcp ?? identityPose);
}

/**
 * Several things that hang on the flange together, as one: masses add up, their centre of gravity is the common one, and
 * the boxes are those of all. The TCP is given.
 */
export function joinTools(tcp: Pose, parts: readonly ToolDescription[]): ToolDescription {
  return {
    tcp,
    ...joinMasses(parts),
    collisionBoxes: parts.flatMap(({ collisionBoxes }) => collisionBoxes),
  };
}

/** Masses at places as one: the sum, at the common centre; the origin where there is none. */
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
