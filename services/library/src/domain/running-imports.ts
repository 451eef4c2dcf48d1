import { ProductError } from '@cellwright/domain/basics';

/** Error details of a cancelled import. */
export const cancelledImport = { reason: 'cancelled' } as const;

/** Imports in progress, by author and idempotency key, so that their author can cancel them. */
export class RunningImports {
  private readonly running = new Map<string, Set<AbortController>>();

  /** Runs an import. `signal` aborts when it is cancelled. An import without a key cannot be cancelled. */
  async run<T>(authorID: string, key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    if (key === '') return work(controller.signal);
    const name = nameOf(authorID, key);
    const same = this.running.get(name) ?? new Set();
    this.running.set(name, same.add(controller));
    try {
      return await work(controller.signal);
    } finally {
      same.delete(controller);
      if (same.size === 0) this.running.delete(name);
    }
  }

  /** Cancels an import. Returns false if no import of this author is in progress with this key. */
  cancel(authorID: string, key: string): boolean {
    const found = this.running.get(nameOf(authorID, key));
    const message = 'The import was cancelled. Nothing was stored';
    for (const each of found ?? []) each.abort(new ProductError('conflict', message, cancelledImport));
    return found !== undefined;
  }
}

function nameOf(authorID: string, key: string): string {
  return JSON.stringify([authorID, key]);
}
