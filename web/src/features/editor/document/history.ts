/** Undo history of documents. Documents are immutable, so keeping one costs nothing. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** Successive changes with the same mark are undone together, such as a word that is typed. */
  readonly mark: string | undefined;
}

const maxPastLength = 500;

export function startHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], mark: undefined };
}

export function change<T>(history: History<T>, next: T, mark?: string): History<T> {
  if (next === history.present) return history;
  const isSame = mark !== undefined && mark === history.mark;
  const past = isSame ? history.past : [...history.past.slice(1 - maxPastLength), history.present];
  return { past, present: next, future: [], mark };
}

/** Ends the current step back: the next change is one of its own, whatever its mark. */
export function separate<T>(history: History<T>): History<T> {
  return history.mark === undefined ? history : { ...history, mark: undefined };
}

export function undo<T>(history: History<T>): History<T> {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  const { past, present, future } = history;
  return { past: past.slice(0, -1), present: previous, future: [present, ...future], mark: undefined };
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, mark: undefined };
}
