import { clientClock } from '@cellwright/client';
import type { Clock } from '@cellwright/domain/basics';

/** Changes that the cell has not stored yet. */
export interface UnsavedWork {
  /** Name of the edited item, for the question whether to leave. */
  readonly name: string;
  /** Saves the changes now; absent if saving needs a button. @throws if they cannot be saved. */
  save?(): Promise<unknown>;
  /** Drops the changes. */
  discard(): void;
}

/** All changes of this tab that the cell has not stored yet, from every editor. */
export interface UnsavedList {
  readonly isEmpty: boolean;
  /** Names of the edited items, without duplicates. */
  readonly names: readonly string[];
  set(key: string, work: UnsavedWork): void;
  delete(key: string): void;
  subscribe(listener: () => void): () => void;
  /** Saves self-saving work within `limitMS`. Returns true if nothing is unsaved afterwards. */
  settle(limitMS: number): Promise<boolean>;
  discardAll(): void;
}

export function createUnsavedList(clock: Clock): UnsavedList {
  const works = new Map<string, UnsavedWork>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  return {
    get isEmpty() {
      return works.size === 0;
    },
    get names() {
      return [...new Set([...works.values()].map(({ name }) => name))];
    },
    set(key, work) {
      works.set(key, work);
      tell();
    },
    delete(key) {
      if (works.delete(key)) tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async settle(limitMS) {
      const saves = [...works.values()].flatMap(({ save }) => (save ? [save()] : []));
      if (saves.length > 0) {
        let cancel: (() => void) | undefined;
        const limit = new Promise<void>((resolve) => {
          cancel = clock.schedule(limitMS, resolve);
        });
        // Work whose save failed stays in the list.
        await Promise.race([Promise.allSettled(saves), limit]);
        cancel?.();
      }
      return works.size === 0;
    },
    discardAll() {
      for (const { discard } of [...works.values()]) discard();
      works.clear();
      tell();
    },
  };
}

export const unsavedWork = createUnsavedList(clientClock);
