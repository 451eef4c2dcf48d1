import type { JointSource } from './joint-source.ts';

/** Another pose of the arm, drawn through. */
export interface ArmGhost {
  readonly id: string;
  /** rad. */
  readonly joints: readonly number[];
}

export interface ArmViewProps {
  readonly source: JointSource;
  /** The tool's centre point in the flange frame, m. */
  readonly tcp?: { readonly x: number; readonly y: number; readonly z: number };
  /** The joint (0–5) that a person is about to move. */
  readonly highlight?: number;
  readonly ghosts?: readonly ArmGhost[];
  /** What is drawn is not how the arm stands now. */
  readonly isStale?: boolean;
  readonly showsJointNumbers?: boolean;
}
