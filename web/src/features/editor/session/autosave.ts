import { type Clock, ProductError } from '@cellwright/domain/basics';

/** Idle time before changes are saved, ms. */
export const saveDelayMS = 800;
/** Delay before a failed save is repeated, ms. */
export const saveRetryMS = 3000;

export type SaveState =
  | { readonly kind: 'saved' | 'changed' | 'saving' }
  /** Another user saved meanwhile: the user decides. */
  | { readonly kind: 'conflict' }
  | { readonly kind: 'failed'; readonly reason: string };

export interface AutosaveOptions<T> {
  readonly clock: Clock;
  /** Stored document and its version. */
  readonly document: T;
  readonly version: number;
  /** Saves over a version; returns the new version. @throws ProductError conflict if another version is the newest. */
  save(document: T, version: number): Promise<number>;
}

export interface Autosave<T> {
  readonly state: SaveState;
  readonly version: number;
  /** True once unsaved changes were discarded: the document is no longer the stored one. */
  readonly isDiscarded: boolean;
  subscribe(listener: () => void): () => void;
  /** Sets the present document. */
  note(document: T): void;
  /** Saves unsaved changes; returns the version that contains them. @throws the error that prevented saving. */
  flush(): Promise<number>;
  /**
   * Ends a conflict: the present document becomes a change of that version. `stored` is its document, if it is loaded.
   */
  settle(version: number, stored?: T): void;
  /** Discards unsaved changes. */
  discard(): void;
  /** Saves unsaved changes, and nothing later. @throws the error that prevented saving: the changes are lost. */
  end(): Promise<void>;
}

/** Saves a document while it is edited: one save at a time, each over the previous version. */
export function createAutosave<T>({ clock, document, version, save }: AutosaveOptions<T>): Autosave<T> {
  const listeners = new Set<() => void>();
  let current = document;
  let saved: T | undefined = document;
  let base = version;
  let state: SaveState = { kind: 'saved' };
  let isDiscarded = false;
  let running: Promise<void> | undefined;
  let cancel: (() => void) | undefined;

  const set = (next: SaveState): void => {
    state = next;
    for (const listener of [...listeners]) listener();
  };
  const schedule = (ms: number): void => {
    cancel?.();
    // The error is in the state.
    cancel = clock.schedule(ms, () => void run().catch(() => undefined));
  };
  const saveAll = async (): Promise<void> => {
    while (current !== saved) {
      const sent = current;
      set({ kind: 'saving' });
      base = await save(sent, base);
      saved = sent;
    }
    set({ kind: 'saved' });
  };
  const run = (): Promise<void> => {
    cancel?.();
    running ??= saveAll()
      .catch((error: unknown) => {
        const isConflict = error instanceof ProductError && error.code === 'conflict';
        set(isConflict ? { kind: 'conflict' } : { kind: 'failed', reason: messageOf(error) });
        if (!isConflict) schedule(saveRetryMS);
        throw error;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  return {
    get state() {
      return state;
    },
    get version() {
      return base;
    },
    get isDiscarded() {
      return isDiscarded;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    note(next) {
      current = next;
      if (running || state.kind === 'conflict') return;
      if (current === saved) {
        cancel?.();
        set({ kind: 'saved' });
        return;
      }
      set({ kind: 'changed' });
      schedule(saveDelayMS);
    },
    async flush() {
      if (current !== saved || running) await run();
      return base;
    },
    settle(next, stored) {
      base = next;
      saved = stored;
      set({ kind: current === saved ? 'saved' : 'changed' });
      if (current !== saved) schedule(0);
    },
    discard() {
      cancel?.();
      isDiscarded = current !== saved;
      saved = current;
    },
    async end() {
      try {
        if (current !== saved || running) await run();
      } finally {
        cancel?.();
      }
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
