import { change, type History, redo, separate, startHistory, undo } from '../document/history.ts';

/** Document with its history, independent of the UI. */
export interface DocumentStore<T> {
  readonly history: History<T>;
  subscribe(listener: () => void): () => void;
  /** Changes the document; successive changes with the same mark are undone together. */
  apply(next: (document: T) => T, mark?: string): void;
  /** Makes the next change a step back of its own. */
  separate(): void;
  undo(): void;
  redo(): void;
}

export function createDocumentStore<T>(first: T): DocumentStore<T> {
  let history = startHistory(first);
  const listeners = new Set<() => void>();
  const set = (next: History<T>): void => {
    if (next === history) return;
    history = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    get history() {
      return history;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    apply: (next, mark) => set(change(history, next(history.present), mark)),
    separate: () => set(separate(history)),
    undo: () => set(undo(history)),
    redo: () => set(redo(history)),
  };
}
