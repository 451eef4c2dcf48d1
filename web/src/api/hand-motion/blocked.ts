import type { RunnerStatus } from '@cellwright/client';
import type { Failure } from '@cellwright/domain/robot';
import { isLeftByHand } from '@cellwright/domain/run';
import { findOtherHolder } from '../control.ts';

/** Reason why manual motion is blocked; the most fundamental one wins. */
export type HandMotionBlock =
  | { readonly why: 'notConnected' | 'noPermission' | 'starting' | 'recovering' | 'brakesFirst' | 'busy' }
  | { readonly why: 'failed'; readonly failure: Pick<Failure, 'reason' | 'causes'> }
  | { readonly why: 'heldByOther'; readonly name: string };

export function findHandMotionBlock(
  status: Pick<RunnerStatus, 'state' | 'isStale' | 'admission'>,
): HandMotionBlock | undefined {
  const { state, isStale, admission } = status;
  if (!state || isStale) return { why: 'notConnected' };
  if (admission && !admission.permissions.includes('connectToRobot')) return { why: 'noPermission' };
  if (state.kind === 'Constructing') return { why: 'starting' };
  // Some failures are resolved by manual motion; the robot then allows only moves away from the problem.
  const isWayOut = (state.kind === 'Failure' || state.kind === 'Recovering') && isLeftByHand(state);
  if (state.kind === 'Failure' && !isWayOut) return { why: 'failed', failure: state.failure ?? { reason: '' } };
  if (state.kind === 'Recovering' && !isWayOut) return { why: 'recovering' };
  const name = findOtherHolder(status);
  if (name !== undefined) return { why: 'heldByOther', name };
  if (state.kind === 'RoutineRunning' && !state.isPaused) return { why: 'busy' };
  if (state.brakes === 'engaged') return { why: 'brakesFirst' };
  return undefined;
}
