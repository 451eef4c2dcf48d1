import type { RecoveryKind } from './failures.ts';
import type { RobotSessionState } from './runner-state.ts';

type FailedState = Pick<RobotSessionState, 'failure' | 'isForceRecoveryMode'>;

/** How the present failure is left: as it says, or as somebody forced it; null without a failure. */
export function wayOutOf({ failure, isForceRecoveryMode }: FailedState): RecoveryKind | null {
  if (!failure) return null;
  const { recoveryKind } = failure;
  const isForced = isForceRecoveryMode && recoveryKind !== 'Restart' && recoveryKind !== 'GuidedMode';
  return isForced ? 'ManualRecoveryMode' : recoveryKind;
}

/** Whether a person moves the arm to get out of the failure. */
export function isLeftByHand(state: FailedState): boolean {
  const way = wayOutOf(state);
  return way === 'GuidedMode' || way === 'ManualRecoveryMode';
}

/** Nothing is where it should not be: the failure can be recovered. */
export function isArmFree({ jointsBeyondLimits, pressedJoints }: RobotSessionState['contact']): boolean {
  return jointsBeyondLimits.length === 0 && pressedJoints.length === 0;
}
