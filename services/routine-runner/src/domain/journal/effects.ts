import { createId } from '@cellwright/domain';
import type { PortFailure, PortResult, ProgramStep } from '@cellwright/steps/framework';
import type { StepStates } from '../run/step-states.ts';
import type { JournalFields, RunJournal } from './journal.ts';

/** What an effect outside will do, as the journal keeps it. */
export interface EffectDescription {
  readonly kind: 'setOutputs' | 'actuateDevice' | 'sendHttpRequest' | 'press';
  readonly details: unknown;
}

/**
 * Performs effects outside so that a crash never repeats one: the intent is committed before, the outcome recorded
 * after. An intent that cannot be committed is a failure, and nothing happens.
 */
export class EffectJournal {
  private readonly journal: RunJournal;
  private readonly steps: Pick<StepStates, 'current' | 'rounds'>;
  private readonly thread: string;

  constructor(journal: RunJournal, steps: Pick<StepStates, 'current' | 'rounds'>, thread: string) {
    this.journal = journal;
    this.steps = steps;
    this.thread = thread;
  }

  async perform<T>(
    effect: EffectDescription,
    signal: AbortSignal,
    act: (effectID: string) => Promise<PortResult<T>>,
  ): Promise<PortResult<T>> {
    const effectID = createId('message');
    const { thread } = this;
    const step = { thread, ...describeStep(this.steps.current(thread)) };
    const end = (result: string, failure?: PortFailure) =>
      this.journal.append('effectEnded', { ...step, result, data: { effectID, ...(failure ? { failure } : {}) } });
    const rounds = this.steps.rounds(thread);
    const data = { effectID, ...effect, ...(rounds.length > 0 ? { rounds } : {}) };
    const intended = this.journal.commit('effectIntended', { ...step, data });
    const committed = await Promise.race([intended, whenAborted(signal)]);
    if (signal.aborted || committed === undefined) {
      end('notExecuted');
      return { ok: false, stopped: true };
    }
    if (!committed.ok) {
      end('notExecuted');
      return { ok: false, failure: { kind: 'InternalFailure', message: committed.message } };
    }
    const result = await act(effectID);
    if (result.ok) end('completed');
    else if ('stopped' in result) end('stopped');
    else end('failed', result.failure);
    return result;
  }
}

function whenAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

export function describeStep(step: ProgramStep | undefined): JournalFields {
  return step ? { stepID: step.id, stepPath: step.path, stepKind: step.stepKind } : {};
}
