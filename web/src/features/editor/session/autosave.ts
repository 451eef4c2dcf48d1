import { type Clock, ProductError } from '@cellwright/domain';

/** What is changed is saved when nothing more came for this time, ms. */
export const saveDelayMS = 800;
/** A save that did not reach the cell is tried again after this time, ms. */
export const saveRetryMS = 3000;

export type SaveState =
  | { readonly kind: 'saved' | 'changed' | 'saving' }
  /** Somebody else saved meanwhile: a person decides. */
  | { readonly kind: 'conflict' }
  | { readonly kind: 'failed'; readonly reason: string };

export interface AutosaveOptions<T> {
  readonly clock: Clock;
  /** The document as it is stored, and its version. */
  readonly document: T;
  readonly version: number;
  /** Saves over a version; the new version. @throws ProductError conflict when another one is the newest. */
  save(document: T, version: number): Promise<number>;
}

export interface Autosave<T> {
  readonly state: SaveState;
  readonly version: number;
  subscribe(listener: () => void): () => void;
  /** The document is now this. */
  note(document: T): void;
  /** Saves what is not saved yet; the version that holds all of it. @throws what kept it from being saved. */
  flush(): Promise<number>;
  /** Ends a conflict: what is here counts as a change of that version. `stored` is the document it holds, if that is here. */
  settle(version: number, stored?: T): void;
  /** Saves nothing more of what is here now. */
  discard(): void;
  /** Saves what is not saved yet, and nothing later. @throws what kept it from being saved: it is lost. */
  end(): Promise<void>;
}

/** Saves a document while it is edited: one save at a time, each over the version before. */
export function createAutosave<T>({ clock, document, version, save }: AutosaveOptions<T>): Autosave<T> {
  const listeners = new Set<() => void>();
  let current = document;
  let saved: T | undefined = document;
  let base = version;
  let state: SaveState = { kind: 'saved' };
  let running: Promise<void> | undefined;
  let cancel: (() => void) | undefined;

  const set = (next: SaveState): void => {
    state = next;
    for (const listener of [...listeners]) listener();
  };
  const schedule = (ms: number): void => {
    cancel?.();
    // What went wrong is in the state.
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
