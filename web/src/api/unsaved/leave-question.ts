import { unsavedWork } from './unsaved-work.ts';

/** Time that self-saving work has before the question is shown, ms. */
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

/** Question whether unsaved work may be lost; one at a time. */
export const leaveQuestion = {
  get current(): Question | undefined {
    return question;
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Returns true if nothing would be lost by leaving, or the user wants to leave anyway; the work is then discarded. */
export async function mayLeave(): Promise<boolean> {
  if (unsavedWork.isEmpty || (await unsavedWork.settle(settleMS))) return true;
  // A second attempt to leave while the question is open stays here; the first question remains.
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
