import { type Clock, ProductError, type VariableValue } from '@cellwright/domain/basics';

/** Interval of retries of a save that another save overtook. */
const maxAttempts = 3;
/** Delay between attempts while the library or its database is unavailable, ms. */
const retryMS = { first: 500, longest: 5000 };
/** An outage that lasts longer than this loses the value, ms. */
const giveUpAfterMS = 600_000;

interface Saving {
  next: VariableValue;
  readonly done: Promise<void>;
}

/**
 * Saves variables of the cell one version after the other. Values that come while one is being saved replace each
 * other, so that a loop which counts costs the library one save at a time. While the library is away, the newest value
 * waits for it.
 */
export class VariableSaver {
  private readonly running = new Map<string, Saving>();
  private readonly closing = new AbortController();
  private readonly saveOnce: (id: string, value: VariableValue) => Promise<void>;
  private readonly clock: Clock;

  constructor(saveOnce: (id: string, value: VariableValue) => Promise<void>, clock: Clock) {
    this.saveOnce = saveOnce;
    this.clock = clock;
  }

  /** Resolves when this value, or a later one, is saved. */
  save(id: string, value: VariableValue): Promise<void> {
    const running = this.running.get(id);
    if (running) {
      running.next = value;
      return running.done;
    }
    const started: Saving = { next: value, done: Promise.resolve().then(() => this.drain(id)) };
    this.running.set(id, started);
    return started.done;
  }

  /** Drops values that wait for the library. */
  close(): void {
    this.closing.abort();
  }

  private async drain(id: string): Promise<void> {
    try {
      for (;;) {
        const saved = await this.saveNext(id);
        if (this.running.get(id)?.next === saved) return;
      }
    } finally {
      this.running.delete(id);
    }
  }

  /** Saves the newest value, with retries while useful. */
  private async saveNext(id: string): Promise<VariableValue | undefined> {
    const { clock } = this;
    const giveUpAt = clock.now() + giveUpAfterMS;
    let overtaken = 0;
    for (let delayMS = retryMS.first; ; ) {
      const value = this.running.get(id)?.next;
      try {
        if (value !== undefined) await this.saveOnce(id, value);
        return value;
      } catch (error) {
        const code = error instanceof ProductError ? error.code : undefined;
        if (code === 'conflict' && ++overtaken < maxAttempts) continue;
        if (code !== 'unavailable' || clock.now() >= giveUpAt || this.closing.signal.aborted) throw error;
        await clock.sleep(delayMS, this.closing.signal);
        delayMS = Math.min(delayMS * 2, retryMS.longest);
      }
    }
  }
}
