import type { Failure, RunStatus } from '@cellwright/domain';
import type { EngineResult } from '@cellwright/steps/engine';
import { failureOfResult } from './active-run.ts';

/** How a run ends. */
export interface Ending {
  readonly status: RunStatus;
  readonly failure: Failure | null;
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

export function endingOf(result: EngineResult): Ending {
  if (result.kind === 'failed') return { status: 'failed', failure: failureOfResult(result) };
  return { status: result.kind, failure: null };
}
