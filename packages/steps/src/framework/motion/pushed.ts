import type { MotionCaps } from '../ports.ts';
import { Provided } from '../provided.ts';

/** How moves press on what they meet. */
export interface Push {
  /** Where the tool presses with it, a move ends; N. */
  readonly forceNewtons: number;
  /** Called when a move inside has ended, however it did. */
  readonly onMoved: () => void;
}

/** What a step that pushes gives to the moves inside it. */
export const pushed = new Provided<Push>();

/** So slow that what is stiff is pressed hardly harder than wanted before the arm stands, m/s. */
const largestPushSpeed = 0.025;

/** The limits of a move that may meet something. */
export function slowToPush(limits: MotionCaps | undefined): MotionCaps {
  return {
    ...limits,
    maxTooltipSpeed: Math.min(limits?.maxTooltipSpeed ?? Number.POSITIVE_INFINITY, largestPushSpeed),
  };
}
