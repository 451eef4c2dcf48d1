import { isArmFree, isLeftByHand, type RobotSessionState, wayOutOf } from '@cellwright/domain';

/** What leads out of a failure, one thing at a time. */
export type WayOut = 'recover' | 'engageBrakes' | 'restart' | 'guide' | 'moveAway';

/** The next step out of the present failure; undefined without one. */
export function findWayOut(
  state: Pick<RobotSessionState, 'failure' | 'isForceRecoveryMode' | 'contact' | 'brakes'> | undefined,
): WayOut | undefined {
  if (!state?.failure) return undefined;
  const way = wayOutOf(state);
  if (way === 'Restart') return 'restart';
  if (isLeftByHand(state) && !isArmFree(state.contact)) return way === 'GuidedMode' ? 'guide' : 'moveAway';
  return way === 'NotRecoverable' && state.brakes !== 'engaged' ? 'engageBrakes' : 'recover';
}

/** The joints that are where they should not be, to be shown. */
export function listTrappedJoints(state: Pick<RobotSessionState, 'contact'> | undefined): string {
  return [...(state?.contact.jointsBeyondLimits ?? []), ...(state?.contact.pressedJoints ?? [])].join(', ');
}
