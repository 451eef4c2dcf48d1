import { type OperatorPrompt, refusePromptInput } from '@cellwright/domain';
import type { OperatorPort } from '@cellwright/steps/framework';
import { type Answer, accepted, refuse } from '../answer.ts';
import type { StateStore } from '../state/state-store.ts';

export interface PromptHost {
  readonly store: StateStore;
  /** Pauses the run. */
  hold(): void;
  /** Tells others. */
  noteQuestion(prompt: OperatorPrompt): void;
}

interface Asking {
  readonly prompt: OperatorPrompt;
  /** Undefined: nobody answers any more. */
  readonly end: (input: string | undefined) => void;
}

/** What the run asks the people at the cell: shown to every client, answered once, gone with the run. */
export class OperatorPrompts implements OperatorPort {
  private asking: Asking | undefined;
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
      const message = 'Another step asks the operator already. Let one prompt follow the other';
      return { ok: false, failure: { kind: 'ExecutionFailure', message } };
    }
    const answered = new Promise<string | undefined>((resolve) => {
      const withdraw = () => resolve(undefined);
      this.asking = { prompt, end: resolve };
      signal.addEventListener('abort', withdraw, { once: true });
    });
    this.show(prompt);
    this.host.hold();
    this.host.noteQuestion(prompt);
    const input = await answered;
    this.asking = undefined;
    this.show(null);
    return input === undefined ? { ok: false, stopped: true } : { ok: true, value: input };
  }

  /** Whether an input answers the prompt of a step. */
  check(stepID: string, input: string | undefined): Answer {
    const { current } = this;
    if (current?.stepID !== stepID) {
      return refuse('conflict', 'This step asks nothing now: it was answered, or the run has gone on or ended');
    }
    const refusal = refusePromptInput(current, input);
    return refusal === undefined ? accepted : refuse('request_failed_validation', refusal);
  }

  answer(input: string | undefined): void {
    this.asking?.end(input ?? '');
  }

  private show(prompt: OperatorPrompt | null): void {
    this.host.store.update((state) => {
      state.prompt = prompt;
    });
  }
}
