import { StepRole } from '../roles.ts';
import type { Waypoint } from './waypoint-role.ts';

/** A move that can be one motion with those behind it. */
export interface ChainedMove extends Waypoint {
  /** The arm does not end here, but goes on to the move behind it. */
  readonly isPassedThrough: boolean;
}

/** Moves that one before them can lead the arm on to. */
export const chainedMoveRole = new StepRole<ChainedMove>();
