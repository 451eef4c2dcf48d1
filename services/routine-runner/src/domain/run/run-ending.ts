import type { Failure } from '@cellwright/domain/robot';
import type { RunStatus, RunStop } from '@cellwright/domain/run';
import type { EngineResult } from '@cellwright/steps/engine';
import type { ActiveRun } from './active-run.ts';

/** The end of a run. */
export interface Ending {
  readonly status: RunStatus;
  readonly failure: Failure | null;
  /** Cause of a stop, if known. */
  readonly stop?: RunStop | undefined;
  /** True if nothing had started: the caller gets the failure, and the robot stays free. */
  readonly isRefused?: boolean;
}

/** Returns the end of a run that could not start. */
export function refusedStart(reason: string): Ending {
  return {
    status: 'failed',
    failure: { kind: 'InternalFailure', reason, recoveryKind: 'Recoverable' },
    isRefused: true,
  };
}

/** A run that ended by an error of the product itself. */
export function crashed(): Ending {
  const reason = 'The run ended unexpectedly. Recover, then play again';
  return { status: 'failed', failure: { kind: 'InternalFailure', reason, recoveryKind: 'Recoverable' } };
}

export function stoppedBy(stop: RunStop): Ending {
  return { status: 'stopped', failure: null, stop };
}

/** Returns the end of a run. @param wish the requested stop after the cycle. */
export function endingOf(run: ActiveRun, result: EngineResult, wish: RunStop | undefined): Ending {
  if (result.kind === 'failed') return { status: 'failed', failure: run.failureOf(result) };
  return { status: result.kind, failure: null, stop: result.kind === 'stopped' ? wish : undefined };
}
