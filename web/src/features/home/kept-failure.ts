import type { Failure, RobotKind, RobotSessionState } from '@cellwright/domain';
import type { RecoveryStepID } from '../../parts/recovery/recovery-steps.ts';

/** A failure that is being left, and the steps that were shown for it. */
export interface KeptFailure {
  readonly failure: Failure;
  readonly shown: Set<RecoveryStepID>;
  /** Joint angles when this page first knew of it, rad; undefined while they are unknown. */
  joints: readonly number[] | undefined;
}

/** By robot, for as long as the page is open: a failure is over with Recover, the way back to work is not. */
const kept = new Map<RobotKind, KeptFailure>();

/** Keeps the failure of a state until the robot works again, and returns the one that is being left. */
export function keepFailure(
  robotKind: RobotKind,
  state: Pick<RobotSessionState, 'kind' | 'failure'> | undefined,
  joints?: readonly number[],
): KeptFailure | undefined {
  const before = kept.get(robotKind);
  if (state?.failure) {
    if (!before || !isSame(before.failure, state.failure))
      kept.set(robotKind, { failure: state.failure, shown: new Set(), joints });
    else before.joints ??= joints;
  } else if (state?.kind === 'RoutineRunning') {
    kept.delete(robotKind);
  }
  return kept.get(robotKind);
}

/** Shows no more of the failure that is being left. */
export function forgetFailure(robotKind: RobotKind): void {
  kept.delete(robotKind);
}

function isSame(one: Failure, other: Failure): boolean {
  return one.kind === other.kind && one.reason === other.reason && one.stepID === other.stepID;
}
