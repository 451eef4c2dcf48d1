import { type Clock, rest } from '@cellwright/domain';
import { type Answer, accepted, refuse } from '../answer.ts';

/** Something to be told on the bus, kept in the store until it was. */
export interface Fact {
  readonly messageID: string;
  readonly subject: string;
  readonly payload: unknown;
}

export interface FactStore {
  /** Resolves when all are committed; writing one twice is writing it once. */
  write(facts: readonly Fact[]): Promise<void>;
}

/** Facts that may wait for a store that is away. */
const maxWaiting = 10_000;
const maxBatch = 500;
/** A fact that something waits for is committed by then, or counts as not committed, ms. */
const commitTimeoutMS = 2000;
const retryMS = { first: 100, longest: 1000 };

export interface FactListener {
  onDropped(fact: Fact): void;
  /** Why the store does not take what waits; told once for each outage. */
  onDelayed(error: unknown): void;
}

interface Waiting {
  readonly fact: Fact;
  readonly settle: (isKept: boolean) => void;
}

/**
 * Writes facts to the store in the order in which they came. A store that is away delays what is only noted, in a bounded
 * queue, and refuses what has to be kept first.
 */
export class FactKeeper {
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

  /** Keeps a fact as soon as the store can. Nobody waits for it. */
  note(fact: Fact): void {
    this.add({ fact, settle: () => undefined });
  }

  /** Keeps a fact before what it tells of happens: refused after 2 s without a commit. */
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

  /** Writes what waits if the store takes it now. */
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

  /** What was refused meanwhile is not written later. */
  private forget(waiting: Waiting): void {
    const index = this.waiting.indexOf(waiting);
    if (index >= 0) this.waiting.splice(index, 1);
  }

  private async writeAll(): Promise<void> {
    // The caller's turn ends first: a stop goes on its way before anything is written about it.
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
  'This command cannot be written to the audit log, so it is not carried out. Check the database and its disk, then try again';
