import type { Clock } from '@cellwright/domain/basics';
import { failed, type LeaveContext, leaveLimitMS, type StepOutcome } from '../framework/index.ts';
import type { NodeKind } from './types.ts';

export interface Leaving extends Omit<LeaveContext<unknown>, 'signal'> {
  readonly runtime: NodeKind['runtime'];
  /** Clock of the time limit. */
  readonly clock: Clock;
  readonly onWarning: (message: string) => void;
}

/** Leaves a step that has ended. Returns its final outcome within the time limit; never rejects. */
export async function leaveStep({ runtime, clock, onWarning, ...context }: Leaving): Promise<StepOutcome> {
  const { outcome } = context;
  const abort = new AbortController();
  const left = await new Promise<StepOutcome>((resolve) => {
    const cancel = clock.schedule(leaveLimitMS, () => {
      abort.abort(new LeaveTimeUp());
      resolve(failed('StepPlayFailure', `Leaving the step took longer than ${leaveLimitMS} ms and was aborted`));
    });
    const end = (how: StepOutcome) => {
      cancel();
      resolve(how);
    };
    perform(runtime, { ...context, signal: abort.signal }).then(end);
  });
  if (left.kind === 'completed') return outcome;
  const hasCompleted = outcome.kind === 'completed' || outcome.kind === 'loopControl';
  if (hasCompleted && left.kind === 'failed') return left;
  onWarning(
    left.kind === 'failed'
      ? `Leaving the step failed: ${left.message}`
      : 'A stop was requested while the step was being left',
  );
  return outcome;
}

async function perform(runtime: NodeKind['runtime'], context: LeaveContext<unknown>): Promise<StepOutcome> {
  try {
    return (await runtime.leave?.(context)) ?? { kind: 'completed' };
  } catch (error) {
    return failed('InternalFailure', `Leaving the step failed unexpectedly: ${String(error)}`);
  }
}

/** Reason with which waits reject when the time to leave a step is up. */
class LeaveTimeUp extends Error {
  override readonly name = 'LeaveTimeUp';
  constructor() {
    super('The time limit for leaving the step was reached');
  }
}
