import { isArmFree, isLeftByHand, type RobotSessionState, wayOutOf } from '@cellwright/domain/run';

/** Recovery action for a failure, one at a time. */
export type WayOut = 'recover' | 'engageBrakes' | 'restart' | 'guide' | 'moveAway';

/** Returns the next recovery action for the present failure; undefined without one. */
export function findWayOut(
  state: Pick<RobotSessionState, 'failure' | 'isForceRecoveryMode' | 'contact' | 'brakes'> | undefined,
): WayOut | undefined {
  if (!state?.failure) return undefined;
  const way = wayOutOf(state);
  if (way === 'Restart') return 'restart';
  if (isLeftByHand(state) && !isArmFree(state.contact)) return way === 'GuidedMode' ? 'guide' : 'moveAway';
  return way === 'NotRecoverable' && state.brakes !== 'engaged' ? 'engageBrakes' : 'recover';
}

/** Returns the joints outside their limits or in contact, for display. */
export function listTrappedJoints(state: Pick<RobotSessionState, 'contact'> | undefined): string {
  return [...(state?.contact.jointsBeyondLimits ?? []), ...(state?.contact.pressedJoints ?? [])].join(', ');
}
