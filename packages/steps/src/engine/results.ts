import { messages } from '@cellwright/domain/messages';
import { recoveryOf } from '@cellwright/domain/robot';
import { failed, type ProgramStep, type StepOutcome } from '../framework/index.ts';
import { findLoopAround, type ProgramNode } from './program.ts';
import type { EngineResult } from './types.ts';

export type Failed = StepOutcome & { kind: 'failed' };

/** Turns a break or continue that no loop catches into a failure of the routine. */
export function refuseStrayLoopControl(node: ProgramNode, outcome: StepOutcome): StepOutcome {
  if (outcome.kind !== 'loopControl' || findLoopAround(node) !== undefined) return outcome;
  return failed('ExecutionFailure', messages.loopControlOutsideLoop(outcome.action));
}

export function resultOf(step: ProgramStep, { failure, message, detail, isRecoverable }: Failed): EngineResult {
  const mayRecover = isRecoverable ?? recoveryOf[failure] === 'Recoverable';
  return { kind: 'failed', failure, message, detail, isRecoverable: mayRecover, step };
}
