import type { VariableValue } from '@cellwright/domain/basics';
import { runMessages } from '@cellwright/domain/messages';
import type { Engine, GoOn } from '@cellwright/steps/engine';
import { type Answer, accepted, refuse } from '../answer.ts';
import { checkMayMove, type SessionCore } from '../core/session-core.ts';
import type { LoadedRoutine } from './loaded-routine.ts';
import type { ResumeOrder } from './resume-order.ts';

export interface PlayOptions {
  readonly fromStepID?: string | undefined;
  readonly isConfirmed: boolean;
  readonly variables?: Readonly<Record<string, VariableValue>> | null | undefined;
  /** Halting rule besides breakpoints. */
  readonly goOn?: GoOn;
  /** Run to continue, instead of starting over. */
  readonly resume?: ResumeOrder;
}

/** Checks that the robot can begin a run now. */
export function checkPlayable(core: SessionCore, isPlaying: boolean): Answer {
  if (isPlaying) return refuse('cannot_play_routine', runMessages.alreadyPlaying);
  const fired = core.machine.check('routineStarted');
  if (!fired.ok) return refuse('cannot_play_routine', fired.reason);
  return checkMayMove(core, 'cannot_play_routine');
}

/**
 * Checks that a routine may be played as requested, and sets its variables. Asks for confirmation where a person must
 * decide. @param unknownEffect place with an outside effect of unknown outcome in the last run.
 */
export function checkStart(
  engine: Engine,
  { variables }: LoadedRoutine,
  options: PlayOptions,
  unknownEffect: string | undefined,
): Answer {
  const check = engine.checkStart(options.fromStepID);
  if (check.kind === 'unknownStep') {
    return refuse('request_failed_validation', runMessages.noSuchStep);
  }
  if (check.kind === 'disabledStep') return refuse('cannot_play_routine', runMessages.stepDisabled);
  if (check.kind === 'refused') return refuse('cannot_play_routine', check.message, { stepID: check.step.id });
  const question = questionBefore(check.kind === 'asks' ? check.question : undefined, unknownEffect);
  if (question !== undefined && !options.isConfirmed) {
    return refuse('cannot_play_routine', question, { question, needsConfirmation: true });
  }
  variables.startOver();
  variables.restore(options.resume?.progress.variables ?? []);
  const refusal = variables.override(options.variables ?? {});
  return refusal === undefined ? accepted : refuse('request_failed_validation', refusal);
}

function questionBefore(startQuestion: string | undefined, unknownEffect: string | undefined): string | undefined {
  if (unknownEffect === undefined) return startQuestion;
  const asked =
    `The last run was interrupted in step ${unknownEffect}, and whether that step did its work outside is ` +
    'unknown. Look at the cell. Play now?';
  return startQuestion === undefined ? asked : `${asked} ${startQuestion}`;
}
