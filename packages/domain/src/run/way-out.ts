import type { RecoveryKind } from '../robot/failures.ts';
import type { RobotSessionState } from './runner-state.ts';

type FailedState = Pick<RobotSessionState, 'failure' | 'isForceRecoveryMode'>;

/** Returns the recovery of the current failure: its own, or the one that a user forced; null without a failure. */
export function wayOutOf({ failure, isForceRecoveryMode }: FailedState): RecoveryKind | null {
  if (!failure) return null;
  const { recoveryKind } = failure;
  const isForced = isForceRecoveryMode && recoveryKind !== 'Restart' && recoveryKind !== 'GuidedMode';
  return isForced ? 'ManualRecoveryMode' : recoveryKind;
}

/** True if a user moves the arm to recover from the failure. */
export function isLeftByHand(state: FailedState): boolean {
  const way = wayOutOf(state);
  return way === 'GuidedMode' || way === 'ManualRecoveryMode';
}

/** True if no joint is beyond its limits or under external load, so that the failure can be recovered. */
export function isArmFree({ jointsBeyondLimits, pressedJoints }: RobotSessionState['contact']): boolean {
  return jointsBeyondLimits.length === 0 && pressedJoints.length === 0;
}
