import { type FailureKind, messages } from '@cellwright/domain';
import { commandedCapabilities } from '@cellwright/equipment/capabilities';
import type { CommandedCapabilityName, PortResult } from '@cellwright/steps/framework';
import type { SessionCore } from './session-core.ts';

/** How long a device that was halted may take to stand still, and how often it is asked, ms. */
const standstillMS = 2000;
const askAgainMS = 50;

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

type Core = Pick<SessionCore, 'baseMovers' | 'takeMovedBase' | 'clock'> & {
  readonly arm: { readonly state?: { readonly isSafeguardOpen: boolean } | undefined };
};

/**
 * Carries out a command that moves what the arm stands on: only while the arm stands still, with nothing of it planned,
 * the safeguard closed, and with the arm held until it has ended. A safeguard that opens meanwhile ends it: it answers
 * 'stopped' though the signal did not abort. Afterwards the session knows where the base is, or the command has failed.
 */
export async function moveBase<Outcome>(
  core: Core,
  { failureKind, isArmAtRest, isOfRun }: BaseMove,
  signal: AbortSignal,
  carryOut: (signal: AbortSignal) => Promise<PortResult<Outcome>>,
): Promise<PortResult<Outcome>> {
  const fail = (message: string, mayRetry = false) =>
    ({ ok: false, failure: { kind: failureKind, message, mayRetry } }) as const;
  if (core.arm.state?.isSafeguardOpen) return fail(messages.safeguardOpenUnderArm, true);
  if (!isArmAtRest() || core.baseMovers.areAtWork) return fail(messages.armMovesOnBase, true);
  const mover = core.baseMovers.begin();
  try {
    const result = await carryOut(AbortSignal.any([signal, mover.signal]));
    if (mover.signal.aborted) await takeBaseAtStandstill(core, isOfRun, signal);
    else {
      const base = await core.takeMovedBase(isOfRun);
      if (result.ok && !base.ok) return fail(base.refusal.message);
    }
    return result;
  } finally {
    mover.end();
  }
}

/** A device that was told to stop says where it is once it stands still; one that never does is asked again by the next motion. */
async function takeBaseAtStandstill(core: Core, isOfRun: boolean, signal: AbortSignal): Promise<void> {
  const deadline = core.clock.now() + standstillMS;
  while (!signal.aborted && !(await core.takeMovedBase(isOfRun)).ok && core.clock.now() < deadline)
    await core.clock.sleep(askAgainMS, signal);
}
