import type { Failure, RunStatus, RunStop } from '@cellwright/domain';
import type { EngineResult } from '@cellwright/steps/engine';
import type { ActiveRun } from './active-run.ts';

/** How a run ends. */
export interface Ending {
  readonly status: RunStatus;
  readonly failure: Failure | null;
  /** What stopped it, where that is known. */
  readonly stop?: RunStop | undefined;
  /** Nothing had begun: whoever asked is answered with the failure, and the robot stays free. */
  readonly isRefused?: boolean;
}

/** A start that something stood in the way of. */
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

/** @param wish the stop after the cycle that somebody asked for. */
export function endingOf(run: ActiveRun, result: EngineResult, wish: RunStop | undefined): Ending {
  if (result.kind === 'failed') return { status: 'failed', failure: run.failureOf(result) };
  return { status: result.kind, failure: null, stop: result.kind === 'stopped' ? wish : undefined };
}
