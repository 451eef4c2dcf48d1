import { type Clock, createId, unlessAborted } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import type { LoopRound } from '@cellwright/domain/run';
import type { PortFailure, PortResult, ProgramStep } from '@cellwright/steps/framework';
import type { PauseGate } from '../arm/pause-gate.ts';
import type { CommitResult, JournalFields, RunJournal } from './journal.ts';

/** Maximum wait for the database before an effect fails its step, ms. */
export const effectCommitTimeoutMS = 60_000;
/** Wait for the database after which it is shown, ms. */
const shownAfterMS = 500;

/** Description of an effect in the journal. */
export interface EffectDescription {
  readonly kind: 'setOutputs' | 'actuateDevice' | 'sendHttpRequest' | 'press';
  readonly details: unknown;
}

/** Active steps of a thread, and the rounds of the loops around them, outermost first. */
export interface PlayingSteps {
  current(thread: string): ProgramStep | undefined;
  rounds(thread: string): readonly LoopRound[];
}

export interface EffectJournalParts {
  readonly journal: RunJournal;
  readonly steps: PlayingSteps;
  readonly thread: string;
  readonly clock: Clock;
  /** Closed while the run is paused. */
  readonly gate: Pick<PauseGate, 'pass'>;
  /** Stops the time limit of the thread's active step until the returned function is called. */
  readonly suspendTimeLimit: () => () => void;
  /** Shows that the step waits for the database, until the returned function is called. */
  readonly showWaiting: (step: ProgramStep | undefined) => () => void;
}

/** Performs effects outside, and journals them. */
export interface Effects {
  perform<T>(
    effect: EffectDescription,
    signal: AbortSignal,
    act: (effectID: string) => Promise<PortResult<T>>,
  ): Promise<PortResult<T>>;
  /**
   * Changes data that survives a crash of this process, after the place of the run is committed: a continued run is
   * then never behind its changes. The change must be repeatable; it is journaled as its step alone.
   */
  change(signal: AbortSignal, act: () => Promise<PortResult>): Promise<PortResult>;
}

/**
 * Performs effects outside so that a crash never repeats one: the intent is committed before, the outcome recorded
 * after. A slow database delays the effect for up to a minute, outside the step's time limit; then the effect fails,
 * and nothing happens.
 */
export class EffectJournal implements Effects {
  private readonly parts: EffectJournalParts;

  constructor(parts: EffectJournalParts) {
    this.parts = parts;
  }

  async perform<T>(
    effect: EffectDescription,
    signal: AbortSignal,
    act: (effectID: string) => Promise<PortResult<T>>,
  ): Promise<PortResult<T>> {
    const effectID = createId('message');
    const { thread, journal, steps } = this.parts;
    const step = { thread, ...describeStep(steps.current(thread)) };
    const end = (result: string, failure?: PortFailure) =>
      journal.append('effectEnded', { ...step, result, data: { effectID, ...(failure ? { failure } : {}) } });
    const rounds = steps.rounds(thread);
    const data = { effectID, ...effect, ...(rounds.length > 0 ? { rounds } : {}) };
    const committed = await this.waitForCommit(signal, () =>
      journal.commit('effectIntended', { ...step, data }, effectCommitTimeoutMS),
    );
    if (signal.aborted || committed === undefined) {
      end('notExecuted');
      return { ok: false, stopped: true };
    }
    if (!committed.ok) {
      end('notExecuted');
      return { ok: false, failure: { kind: 'InternalFailure', message: this.describeRefusal(committed) } };
    }
    const result = await act(effectID);
    if (result.ok) end('completed');
    else if ('stopped' in result) end('stopped');
    else end('failed', result.failure);
    return result;
  }

  async change(signal: AbortSignal, act: () => Promise<PortResult>): Promise<PortResult> {
    const committed = await this.waitForCommit(signal, () => this.parts.journal.commitAll(effectCommitTimeoutMS));
    if (signal.aborted || committed === undefined) return { ok: false, stopped: true };
    if (committed.ok) return act();
    return { ok: false, failure: { kind: 'InternalFailure', message: this.describeRefusal(committed) } };
  }

  private describeRefusal({ because, message }: CommitResult & { ok: false }): string {
    if (because !== 'timeout') return message;
    return messages.databaseAwaitedTooLong(effectCommitTimeoutMS / 1000, this.parts.journal.problem);
  }

  /** Resolves when the effect may happen: it is committed and the run is not paused. Undefined after a stop. */
  private async waitForCommit(
    signal: AbortSignal,
    commit: () => Promise<CommitResult>,
  ): Promise<CommitResult | undefined> {
    const { steps, thread, clock, gate, suspendTimeLimit, showWaiting } = this.parts;
    const resumeTimeLimit = suspendTimeLimit();
    let hide: (() => void) | undefined;
    const cancelShow = clock.schedule(shownAfterMS, () => {
      hide = showWaiting(steps.current(thread));
    });
    try {
      const committed = await unlessAborted(commit(), signal);
      cancelShow();
      hide?.();
      if (committed?.ok) await gate.pass(signal);
      return committed;
    } finally {
      resumeTimeLimit();
    }
  }
}

export interface LeaveEffectsParts extends Pick<EffectJournalParts, 'journal' | 'steps' | 'thread'> {
  /** False after another runner took command of the robot. */
  readonly mayAct: () => boolean;
}

/**
 * Performs effects of leaving a step, which make the cell safe: they are journaled, but wait neither for the database
 * nor for the end of a pause.
 */
export class LeaveEffects implements Effects {
  private readonly parts: LeaveEffectsParts;

  constructor(parts: LeaveEffectsParts) {
    this.parts = parts;
  }

  async perform<T>(
    effect: EffectDescription,
    signal: AbortSignal,
    act: (effectID: string) => Promise<PortResult<T>>,
  ): Promise<PortResult<T>> {
    const { journal, steps, thread, mayAct } = this.parts;
    if (!mayAct()) {
      return { ok: false, failure: { kind: 'InternalFailure', message: 'Another runner commands the robot' } };
    }
    if (signal.aborted) return { ok: false, stopped: true };
    const effectID = createId('message');
    const step = { thread, ...describeStep(steps.current(thread)) };
    journal.append('effectIntended', { ...step, data: { effectID, ...effect } });
    const result = await act(effectID);
    const failure = !result.ok && 'failure' in result ? { failure: result.failure } : {};
    const how = result.ok ? 'completed' : 'failure' in result ? 'failed' : 'stopped';
    journal.append('effectEnded', { ...step, result: how, data: { effectID, ...failure } });
    return result;
  }

  change(_signal: AbortSignal, act: () => Promise<PortResult>): Promise<PortResult> {
    return act();
  }
}

export function describeStep(step: ProgramStep | undefined): JournalFields {
  return step ? { stepID: step.id, stepPath: step.path, stepKind: step.stepKind } : {};
}
