import { type FailureKind, messages } from '@cellwright/domain';
import { commandedCapabilities } from '@cellwright/equipment/capabilities';
import type { CommandedCapabilityName, PortResult } from '@cellwright/steps/framework';
import type { SessionCore } from './session-core.ts';

/** Whether what has this capability moves the base of the arm. */
export function movesBase(capability: CommandedCapabilityName): boolean {
  return commandedCapabilities[capability].movesBase === true;
}

export interface BaseMove {
  /** Of the failure when it may not begin, or the base is not known afterwards. */
  readonly failureKind: FailureKind;
  readonly isArmAtRest: () => boolean;
  /** A run that is paused meanwhile goes on from the new base only where the run itself moved it. */
  readonly isOfRun: boolean;
}

/**
 * Carries out a command that moves what the arm stands on: only while the arm stands still, with nothing of it planned,
 * and with the arm held until it has ended. Afterwards the session knows where the base is, or the command has failed.
 */
export async function moveBase<Outcome>(
  core: Pick<SessionCore, 'baseMovers' | 'takeMovedBase'>,
  { failureKind, isArmAtRest, isOfRun }: BaseMove,
  carryOut: () => Promise<PortResult<Outcome>>,
): Promise<PortResult<Outcome>> {
  if (!isArmAtRest() || core.baseMovers.count > 0) {
    return { ok: false, failure: { kind: failureKind, message: messages.armMovesOnBase, mayRetry: true } };
  }
  core.baseMovers.count += 1;
  try {
    const result = await carryOut();
    const base = await core.takeMovedBase(isOfRun);
    if (base.ok || !result.ok) return result;
    return { ok: false, failure: { kind: failureKind, message: base.refusal.message } };
  } finally {
    core.baseMovers.count -= 1;
  }
}
