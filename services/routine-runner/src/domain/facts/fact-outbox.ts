import { type Clock, rest } from '@cellwright/domain/basics';
import { type Answer, accepted, refuse } from '../answer.ts';

/** A message for the bus, stored until it is published. */
export interface Fact {
  readonly messageID: string;
  readonly subject: string;
  readonly payload: unknown;
}

export interface FactStore {
  /** Resolves when all are committed; writing one twice has no effect. */
  write(facts: readonly Fact[]): Promise<void>;
}

/** Maximum number of facts that wait for an unreachable store. */
const maxWaiting = 10_000;
const maxBatch = 500;
/** Time limit of a fact that a command waits for, ms; later it counts as not committed. */
const commitTimeoutMS = 2000;
const retryMS = { first: 100, longest: 1000 };

export interface FactListener {
  onDropped(fact: Fact): void;
  /** Called with the reason why the store refuses, once for each outage. */
  onDelayed(error: unknown): void;
}

interface Waiting {
  readonly fact: Fact;
  readonly settle: (isKept: boolean) => void;
}

/**
 * Writes facts to the store in order. An unreachable store delays noted facts, in a bounded queue, and refuses those
 * that must be stored first.
 */
export class FactOutbox {
  private readonly store: FactStore;
  private readonly clock: Clock;
  private readonly listener: FactListener;
  private readonly waiting: Waiting[] = [];
  private readonly closing = new AbortController();
  private writing: Promise<void> | undefined;

  constructor(store: FactStore, clock: Clock, listener: FactListener) {
    this.store = store;
    this.clock = clock;
    this.listener = listener;
  }

  /** Stores a fact as soon as possible, without waiting. */
  note(fact: Fact): void {
    this.add({ fact, settle: () => undefined });
  }

  /** Stores a fact before its command is executed: refused after 2 s without a commit. */
  keepFirst(fact: Fact): Promise<Answer> {
    return new Promise((resolve) => {
      const settle = (isKept: boolean) => {
        cancel();
        resolve(isKept ? accepted : refuse('unavailable', cannotKeep));
      };
      const cancel = this.clock.schedule(commitTimeoutMS, () => {
        this.forget(waiting);
        settle(false);
      });
      const waiting = { fact, settle };
      this.add(waiting);
    });
  }

  /** Writes the waiting facts if the store accepts them now. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.writing;
  }

  private add(waiting: Waiting): void {
    if (this.waiting.length >= maxWaiting) {
      this.listener.onDropped(waiting.fact);
      waiting.settle(false);
      return;
    }
    this.waiting.push(waiting);
    this.writing ??= this.writeAll();
  }

  /** Removes a refused fact, so that it is not written later. */
  private forget(waiting: Waiting): void {
    const index = this.waiting.indexOf(waiting);
    if (index >= 0) this.waiting.splice(index, 1);
  }

  private async writeAll(): Promise<void> {
    // The caller's turn ends first: a stop is sent before anything is written about it.
    await undefined;
    let failures = 0;
    while (this.waiting.length > 0) {
      const batch = this.waiting.slice(0, maxBatch);
      try {
        await this.store.write(batch.map(({ fact }) => fact));
        failures = 0;
        for (const written of batch) {
          this.forget(written);
          written.settle(true);
        }
      } catch (error) {
        if (failures === 0) this.listener.onDelayed(error);
        if (this.closing.signal.aborted) break;
        const delay = Math.min(retryMS.first * 2 ** failures, retryMS.longest);
        failures += 1;
        await rest(this.clock, delay, this.closing.signal);
      }
    }
    this.writing = undefined;
  }
}

const cannotKeep =
  'The command was not executed because it cannot be written to the audit log. Check the database and its disk, then try again';
