import { rest, unlessAborted, withEither } from '@cellwright/domain/basics';
import { runMessages } from '@cellwright/domain/messages';
import { type OperatorPrompt, type PromptCountdown, refusePromptInput } from '@cellwright/domain/routine';
import type { AnsweredPrompt, CountdownTime, OperatorPort } from '@cellwright/steps/framework';
import { type Answer, accepted, refuse } from '../answer.ts';
import type { StateStore } from '../state/state-store.ts';

export interface PromptHost {
  readonly store: StateStore;
  /** Pauses the run. */
  hold(): void;
  /** Publishes a question. */
  noteQuestion(prompt: OperatorPrompt): void;
}

interface Asking {
  readonly prompt: OperatorPrompt;
  /** Undefined when the prompt ends without an answer. */
  readonly end: (input: string | undefined) => void;
}

interface Counting {
  readonly stepID: string;
  cancel(): void;
}

const secondMS = 1000;

/** The prompt of the run and the delay after its answer: shown to every client, answered once, removed with the run. */
export class OperatorPrompts implements OperatorPort {
  private asking: Asking | undefined;
  private counting: Counting | undefined;
  private readonly host: PromptHost;

  constructor(host: PromptHost) {
    this.host = host;
  }

  get current(): OperatorPrompt | undefined {
    return this.asking?.prompt;
  }

  async ask(prompt: OperatorPrompt, signal: AbortSignal): ReturnType<OperatorPort['ask']> {
    if (signal.aborted) return { ok: false, stopped: true };
    if (this.asking) {
      const message = 'Another step already shows a prompt. Show prompts one after the other';
      return { ok: false, failure: { kind: 'ExecutionFailure', message } };
    }
    const answered = new Promise<string | undefined>((resolve) => {
      this.asking = { prompt, end: resolve };
    });
    this.show(prompt);
    this.host.hold();
    this.host.noteQuestion(prompt);
    const input = await unlessAborted(answered, signal);
    this.asking = undefined;
    this.show(null);
    return input === undefined ? { ok: false, stopped: true } : { ok: true, value: input };
  }

  async countDown(
    { stepID, message, delayMS }: AnsweredPrompt,
    { clock, signal }: CountdownTime,
  ): ReturnType<OperatorPort['countDown']> {
    const cancelling = new AbortController();
    this.counting = { stepID, cancel: () => cancelling.abort() };
    const endsAt = clock.now() + delayMS;
    await withEither(signal, cancelling.signal, async (ended) => {
      for (let leftMS = delayMS; leftMS > 0 && !ended.aborted; leftMS = endsAt - clock.now()) {
        this.showCountdown({ stepID, message, secondsLeft: Math.ceil(leftMS / secondMS) });
        await rest(clock, leftMS % secondMS || secondMS, ended);
      }
    });
    this.counting = undefined;
    this.showCountdown(null);
    if (signal.aborted) return { ok: false, stopped: true };
    return { ok: true, value: cancelling.signal.aborted ? 'cancelled' : 'elapsed' };
  }

  /** Returns to the prompt of a step whose delay counts down. */
  cancelCountdown(stepID: string): Answer {
    if (this.counting?.stepID !== stepID) {
      return refuse('conflict', runMessages.delayOver);
    }
    this.counting.cancel();
    return accepted;
  }

  /** Checks an input for the prompt of a step. */
  check(stepID: string, input: string | undefined): Answer {
    const { current } = this;
    if (current?.stepID !== stepID) {
      return refuse('conflict', runMessages.noPrompt);
    }
    const refusal = refusePromptInput(current, input);
    return refusal === undefined ? accepted : refuse('request_failed_validation', refusal);
  }

  answer(input: string | undefined): void {
    this.asking?.end(input ?? '');
  }

  private showCountdown(countdown: PromptCountdown | null): void {
    this.host.store.update((state) => {
      state.countdown = countdown;
    });
  }

  private show(prompt: OperatorPrompt | null): void {
    this.host.store.update((state) => {
      state.prompt = prompt;
    });
  }
}
