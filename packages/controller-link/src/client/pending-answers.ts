import type { CommandResult } from '../refusals.ts';
import { refuse } from '../refusals.ts';
import type { ControllerIdentity } from '../robot-driver.ts';
import type { LogPage } from '../rpc/message-codec.ts';

export interface Answer {
  readonly result: CommandResult;
  readonly identity?: ControllerIdentity | undefined;
  readonly log?: LogPage;
}

interface Waiting {
  leftMS: number;
  readonly settle: (answer: Answer) => void;
}

/**
 * Commands that wait for their answer. Their timeouts are counted by the connection's own timer, so a stall of this
 * process, during which answers wait unread in the socket, costs one period instead of failing every command.
 */
export class PendingAnswers {
  private readonly waiting = new Map<number, Waiting>();
  private readonly patienceMS: number;

  constructor(patienceMS: number) {
    this.patienceMS = patienceMS;
  }

  add(sequence: number): Promise<Answer> {
    return new Promise((settle) => this.waiting.set(sequence, { leftMS: this.patienceMS, settle }));
  }

  settle(sequence: number, answer: Answer): void {
    const entry = this.waiting.get(sequence);
    this.waiting.delete(sequence);
    entry?.settle(answer);
  }

  pass(ms: number): void {
    for (const [sequence, entry] of this.waiting) {
      entry.leftMS -= ms;
      if (entry.leftMS >= 0) continue;
      const message = 'The controller did not answer in time; the command may or may not have acted.';
      this.settle(sequence, { result: refuse('unanswered', message) });
    }
  }

  failAll(reason: string): void {
    const message = `The connection to the controller was lost (${reason}); the command may or may not have acted.`;
    for (const sequence of [...this.waiting.keys()]) this.settle(sequence, { result: refuse('unanswered', message) });
  }
}
