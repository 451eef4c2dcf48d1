import { unsavedWork } from './unsaved-work.ts';

/** Time that work which saves itself has for it before the question comes, ms. */
const settleMS = 2000;

interface Question {
  readonly names: readonly string[];
  answer(mayLeave: boolean): void;
}

let question: Question | undefined;
const listeners = new Set<() => void>();

function set(next: Question | undefined): void {
  question = next;
  for (const listener of [...listeners]) listener();
}

/** The question whether unsaved work may be lost. One at a time. */
export const leaveQuestion = {
  get current(): Question | undefined {
    return question;
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Returns true if nothing is lost by leaving, or the user wants to leave anyway; the work is discarded then. */
export async function mayLeave(): Promise<boolean> {
  if (unsavedWork.isEmpty || (await unsavedWork.settle(settleMS))) return true;
  // Another way out while one is being asked about: the first question stays the only one.
  question?.answer(false);
  return new Promise((resolve) => {
    set({
      names: unsavedWork.names,
      answer(isLeaving) {
        set(undefined);
        if (isLeaving) unsavedWork.discardAll();
        resolve(isLeaving);
      },
    });
  });
}
