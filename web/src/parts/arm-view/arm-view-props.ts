import type { ArmModel } from '@cellwright/arm';
import type { Visualization } from '@cellwright/domain';
import type { Pose } from '@cellwright/geometry';
import type { JointSource } from './joint-source.ts';

/** Another pose of the arm, drawn through. */
export interface ArmGhost {
  readonly id: string;
  /** rad. */
  readonly joints: readonly number[];
}

/** A named place in the cell. */
export interface ArmPlace {
  readonly id: string;
  readonly name: string;
  /** Base → tooltip as routines store it, m. */
  readonly pose: Pose;
  /** What is chosen on the screen leads here. */
  readonly isChosen?: boolean;
  /** A failure happened here; its name is the number of the step. */
  readonly isFailure?: boolean;
}

/** A way that the tool takes. */
export interface ArmPath {
  readonly id: string;
  /** Places of the tool's centre point from the base, m. */
  readonly points: readonly (readonly [number, number, number])[];
  readonly isChosen?: boolean;
}

/** What stands round the arm, in its own frame, metres: what of `corners` (nine numbers a triangle) is scaled to them. */
export type SolidShape =
  | { readonly kind: 'box'; readonly size: readonly [number, number, number] }
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'cylinder' | 'capsule'; readonly radius: number; readonly length: number }
  | { readonly kind: 'mesh'; readonly corners: Float32Array; readonly scale: number }
  | { readonly kind: 'convex'; readonly vertices: readonly number[] };

/** An obstacle as it is drawn. */
export interface ArmSolid {
  readonly id: string;
  readonly shape: SolidShape;
  readonly pose: Pose;
  readonly isChosen?: boolean;
}

/** A box of the tool that is checked for collision: the pose of its centre in the flange frame, and its edges, m. */
export interface ToolBox {
  readonly pose: Pose;
  readonly size: readonly [number, number, number];
}

/** Handles on a pose: dragged by mouse or finger. */
export interface PoseHandleProps {
  readonly pose: Pose;
  readonly mode: 'translate' | 'rotate';
  /** While it is dragged; the picture follows by itself. */
  onDrag(pose: Pose): void;
  /** Once it is let go. */
  onDrop(pose: Pose): void;
}

export interface ArmViewProps {
  readonly source: JointSource;
  /** The tool's centre point in the flange frame, m. */
  readonly tcp?: { readonly x: number; readonly y: number; readonly z: number };
  /** The tool as it is checked for collision; a general gripper up to the centre point before that is known. */
  readonly toolBoxes: readonly ToolBox[] | undefined;
  /** What is drawn; the default arm when left out. */
  readonly model?: ArmModel | undefined;
  /** Where the base of the arm is in the world; at its origin when left out. Places and paths are seen from the base. */
  readonly base?: Pose;
  /** The joint (0–5) that a person is about to move. */
  readonly highlight?: number;
  readonly ghosts?: readonly ArmGhost[];
  readonly places?: readonly ArmPlace[] | undefined;
  readonly paths?: readonly ArmPath[];
  /** Everything around the arm that is checked for collision: every picture has to say it. */
  readonly solids: readonly ArmSolid[];
  /** What steps show beside what is there. */
  readonly shown?: Visualization | undefined;
  /** Handles that move something. */
  readonly handle?: PoseHandleProps;
  /** Draws the shapes that are checked for collision over the arm and the solids. */
  readonly showsCollision?: boolean;
  onChooseSolid?(id: string): void;
  /** What is drawn is not how the arm stands now. */
  readonly isStale?: boolean;
  readonly showsJointNumbers?: boolean;
}
