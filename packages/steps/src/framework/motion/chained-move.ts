import { StepRole } from '../roles.ts';
import type { Waypoint } from './waypoint-role.ts';

/** A move that can form one motion with the moves after it. */
export interface ChainedMove extends Waypoint {
  /** True if the arm does not end here but continues to the next move. */
  readonly isPassedThrough: boolean;
}

/** Moves that an earlier move can include in its motion. */
export const chainedMoveRole = new StepRole<ChainedMove>();
