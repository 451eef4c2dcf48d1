import type { Failure, RobotKind } from '@cellwright/domain/robot';
import type { RobotSessionState } from '@cellwright/domain/run';
import type { RecoveryStepID } from '../../parts/recovery/recovery-steps.ts';

/** Failure that is being recovered from, and the steps that were shown for it. */
export interface KeptFailure {
  readonly failure: Failure;
  readonly shown: Set<RecoveryStepID>;
  /** Joint angles when this page first received it, rad; undefined while they are unknown. */
  joints: readonly number[] | undefined;
}

/** Failures by robot, as long as the page is open: the failure ends with Recover, but the recovery steps continue. */
const kept = new Map<RobotKind, KeptFailure>();

/** Keeps the failure of a state until the robot works again, and returns it. */
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

/** Forgets the kept failure of a robot. */
export function forgetFailure(robotKind: RobotKind): void {
  kept.delete(robotKind);
}

function isSame(one: Failure, other: Failure): boolean {
  return one.kind === other.kind && one.reason === other.reason && one.stepID === other.stepID;
}
