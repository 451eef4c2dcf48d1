import { withEither } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import type { FailureKind } from '@cellwright/domain/robot';
import { commandedCapabilities } from '@cellwright/equipment/capabilities';
import type { CommandedCapabilityName, PortResult } from '@cellwright/steps/framework';
import type { SessionCore } from './session-core.ts';

/** Time limit for the standstill of a stopped device, and interval of its queries, ms. */
const standstillMS = 2000;
const askAgainMS = 50;

/** True if commands of this capability move the base of the arm. */
export function movesBase(capability: CommandedCapabilityName): boolean {
  return commandedCapabilities[capability].movesBase === true;
}

export interface BaseMove {
  /** Kind of failure when it may not start, or the base is unknown afterwards. */
  readonly failureKind: FailureKind;
  readonly isArmAtRest: () => boolean;
  /** True for a command of the run: a paused run continues from the new base only if it moved the base itself. */
  readonly isOfRun: boolean;
}

type Core = Pick<SessionCore, 'baseMovers' | 'takeMovedBase' | 'clock'> & {
  readonly arm: { readonly state?: { readonly isSafeguardOpen: boolean } | undefined };
};

/**
 * Executes a command that moves the base of the arm: only while the arm is at rest, with no planned motion, the
 * safeguard closed, and with the arm blocked until it has ended. A safeguard that opens meanwhile ends it with the
 * result 'stopped', though the signal did not abort. Afterwards the session knows the new base, or the command has
 * failed.
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
    const result = await withEither(signal, mover.signal, carryOut);
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

/** Reads the position of a stopped device at standstill; if it never stops, the next motion reads it again. */
async function takeBaseAtStandstill(core: Core, isOfRun: boolean, signal: AbortSignal): Promise<void> {
  const deadline = core.clock.now() + standstillMS;
  while (!signal.aborted && !(await core.takeMovedBase(isOfRun)).ok && core.clock.now() < deadline)
    await core.clock.sleep(askAgainMS, signal);
}
