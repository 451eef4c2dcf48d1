import { type UnsavedList, type UnsavedWork, unsavedWork } from './unsaved-work.ts';

/** Drafts of one kind of form. They outlive the form until they are saved or discarded. */
export interface Drafts<T> {
  get(key: string): T | undefined;
  /** All drafts of the kind; the same array until one changes. */
  readonly all: readonly T[];
  /** @param name name of the edited item */
  put(key: string, name: string, value: T, ways?: Partial<Pick<UnsavedWork, 'save' | 'discard'>>): void;
  drop(key: string): void;
  subscribe(listener: () => void): () => void;
}

/** @param kind unique name of the kind, such as 'device' */
export function createDrafts<T>(kind: string, list: UnsavedList = unsavedWork): Drafts<T> {
  const values = new Map<string, T>();
  let all: readonly T[] = [];
  const drop = (key: string) => {
    if (!values.delete(key)) return;
    all = [...values.values()];
    list.delete(`${kind} ${key}`);
  };
  return {
    get: (key) => values.get(key),
    get all() {
      return all;
    },
    put(key, name, value, { save, discard } = {}) {
      values.set(key, value);
      all = [...values.values()];
      list.set(`${kind} ${key}`, {
        name,
        ...(save && { save }),
        discard() {
          discard?.();
          drop(key);
        },
      });
    },
    drop,
    subscribe: list.subscribe,
  };
}
