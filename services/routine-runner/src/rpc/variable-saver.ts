import { ProductError, type VariableValue } from '@cellwright/domain';

/** A save that somebody else's save overtook is tried again this often. */
const maxAttempts = 3;

interface Saving {
  next: VariableValue;
  readonly done: Promise<void>;
}

/**
 * Saves variables of the cell one version after the other; values that come while one is being saved replace each
 * other, so that a loop which counts costs the library one save at a time.
 */
export class VariableSaver {
  private readonly running = new Map<string, Saving>();
  private readonly saveOnce: (id: string, value: VariableValue) => Promise<void>;

  constructor(saveOnce: (id: string, value: VariableValue) => Promise<void>) {
    this.saveOnce = saveOnce;
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

  private async drain(id: string): Promise<void> {
    try {
      for (;;) {
        const value = this.running.get(id)?.next;
        if (value === undefined) return;
        await this.saveWithRetry(id, value);
        if (this.running.get(id)?.next === value) return;
      }
    } finally {
      this.running.delete(id);
    }
  }

  private async saveWithRetry(id: string, value: VariableValue): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.saveOnce(id, value);
      } catch (error) {
        const isOvertaken = error instanceof ProductError && error.code === 'conflict';
        if (!isOvertaken || attempt === maxAttempts) throw error;
      }
    }
  }
}
