import type { MotionCaps } from '../ports.ts';
import { Provided } from '../provided.ts';

/** Contact force of moves that may touch objects. */
export interface Push {
  /** Contact force at which a move ends, N. */
  readonly forceNewtons: number;
  /** Called when a move inside has ended, whatever its outcome. */
  readonly onMoved: () => void;
}

/** Push settings that a step provides to the moves inside. */
export const pushed = new Provided<Push>();

/** Speed at which the force on a stiff object exceeds the contact force only slightly before the arm stops, m/s. */
const largestPushSpeed = 0.025;

/** Returns the limits of a move that may make contact. */
export function slowToPush(limits: MotionCaps | undefined): MotionCaps {
  return {
    ...limits,
    maxTooltipSpeed: Math.min(limits?.maxTooltipSpeed ?? Number.POSITIVE_INFINITY, largestPushSpeed),
  };
}
