import type { FailureKind } from '@cellwright/domain/robot';
import type { PortResult } from './ports.ts';
import type { StepOutcome } from './runtime.ts';

export const completed: StepOutcome = { kind: 'completed' };
export const stopped: StepOutcome = { kind: 'stopped' };

/** Creates a failure. `detail` is the cause of the message, for the journal. */
export function failed(failure: FailureKind, message: string, detail?: string): StepOutcome & { kind: 'failed' } {
  return detail === undefined ? { kind: 'failed', failure, message } : { kind: 'failed', failure, message, detail };
}

/**
 * Converts the result of a port to a step outcome. A failure keeps its kind and, unless a message is given, its
 * message.
 */
export function outcomeOf(result: PortResult<unknown>, message?: string): StepOutcome {
  if (result.ok) return completed;
  if ('stopped' in result) return stopped;
  if (message === undefined) return failed(result.failure.kind, result.failure.message, result.failure.detail);
  return failed(result.failure.kind, message, result.failure.message);
}
