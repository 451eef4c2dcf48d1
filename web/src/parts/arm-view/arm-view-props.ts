import type { ArmModel } from '@cellwright/arm';
import type { MountedTool, RobotSessionState } from '@cellwright/domain/run';
import type { Visualization } from '@cellwright/domain/space';
import type { Pose } from '@cellwright/geometry';
import type { JointSource } from './joint-source.ts';

/** Second pose of the arm, drawn transparently. */
export interface ArmGhost {
  readonly id: string;
  /** Angles, rad. */
  readonly joints: readonly number[];
  /** Links that would touch something, by their names in the model; 'tool' for the tool. */
  readonly touching?: readonly string[] | undefined;
}

/** Named place in the cell. */
export interface ArmPlace {
  readonly id: string;
  readonly name: string;
  /** Base → TCP as routines store it, m. */
  readonly pose: Pose;
  /** Target of the selection on the screen. */
  readonly isChosen?: boolean;
  /** True where a failure happened; the name is then the number of the step. */
  readonly isFailure?: boolean;
  /** Worst finding of a dry run at the target of a step; the name is then the number of the step. */
  readonly finding?: 'error' | 'warning';
}

/** Axis of a frame: 0 for x, 1 for y, 2 for z. */
export interface JogAxis {
  readonly frame: 'tool' | 'base';
  readonly index: number;
}

/** Path of the tool. */
export interface ArmPath {
  readonly id: string;
  /** TCP positions from the base, m. */
  readonly points: readonly (readonly [number, number, number])[];
  readonly isChosen?: boolean;
  /** Speed as a share of the limits, 0 to 1; undefined if it is only known at run time. */
  readonly speed?: number | undefined;
  /** Smallest distance from any obstacle in a dry run, m; undefined if it is not known. */
  readonly clearance?: number | undefined;
}

/**
 * Shape of an obstacle in its own frame, metres; for a mesh, nine numbers per triangle of `corners` are scaled to them.
 */
export type SolidShape =
  | { readonly kind: 'box'; readonly size: readonly [number, number, number] }
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'cylinder' | 'capsule'; readonly radius: number; readonly length: number }
  | { readonly kind: 'mesh'; readonly corners: Float32Array; readonly scale: number }
  | { readonly kind: 'convex'; readonly vertices: readonly number[] };

/** Obstacle as it is drawn. */
export interface ArmSolid {
  readonly id: string;
  readonly shape: SolidShape;
  readonly pose: Pose;
  readonly isChosen?: boolean;
  /** True if the arm does not avoid it. */
  readonly isLoose?: boolean | undefined;
  /** Colour of its own, in place of that of obstacles. */
  readonly color?: string | undefined;
}

/** Collision box of the tool: the pose of its centre in the flange frame, and its edges, m. */
export type ToolBox = MountedTool['collisionBoxes'][number];

/** Width between the fingertips of each gripper on the flange, m, by device. */
export type FingerWidths = RobotSessionState['fingerWidths'];

/** Handles on a pose, dragged by mouse or touch. */
export interface PoseHandleProps {
  readonly pose: Pose;
  readonly mode: 'translate' | 'rotate';
  /** Axes of the handles: those of the base, or those of the pose. Default base. */
  readonly axes?: 'base' | 'pose';
  /** Called while the handle is dragged; the picture follows by itself. */
  onDrag(pose: Pose): void;
  /** Called when the handle is released. */
  onDrop(pose: Pose): void;
}

export interface ArmViewProps {
  readonly source: JointSource;
  /** TCP in the flange frame, m. */
  readonly tcp?: Pose | undefined;
  /** Collision boxes of the tool; until they are known, a general gripper up to the TCP is drawn. */
  readonly toolBoxes: readonly ToolBox[] | undefined;
  /** Current widths of the grippers; fingers of unknown width are drawn at their widest. */
  readonly fingerWidths: FingerWidths;
  /** Drawn arm; defaults to the default arm. */
  readonly model?: ArmModel | undefined;
  /** Pose of the arm's base in the world; the origin by default. Places and paths are relative to the base. */
  readonly base?: Pose;
  /** Joint (0–5) that the user is about to move. */
  readonly highlight?: number;
  /** Axis of a frame that the user moves or rotates about. */
  readonly axis?: JogAxis | undefined;
  readonly ghosts?: readonly ArmGhost[];
  readonly places?: readonly ArmPlace[] | undefined;
  readonly paths?: readonly ArmPath[];
  /** Everything around the arm that is checked for collision; required, so that no picture omits it. */
  readonly solids: readonly ArmSolid[];
  /** Objects that steps show. */
  readonly shown?: Visualization | undefined;
  /** Handles of a movable object. */
  readonly handle?: PoseHandleProps;
  /** Draws the collision shapes over the arm and the solids. */
  readonly showsCollision?: boolean;
  onChooseSolid?(id: string): void;
  /** True if the drawn pose is out of date. */
  readonly isStale?: boolean;
  readonly showsJointNumbers?: boolean;
}
