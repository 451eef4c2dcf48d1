import { createInterface } from 'node:readline/promises';

/** A user at the terminal. */
export interface Person {
  /** Resolves with the answer, or undefined when it is no longer needed or cannot be given. */
  ask(question: string, signal: AbortSignal): Promise<string | undefined>;
}

/** Returns undefined without a terminal to ask on. */
export function findPerson({ stdin, stderr }: Pick<NodeJS.Process, 'stdin' | 'stderr'>): Person | undefined {
  if (!stdin.isTTY || !stderr.isTTY) return undefined;
  return {
    async ask(question, signal) {
      // Not as a terminal: Ctrl-C must remain a signal, which stops the arm.
      const lines = createInterface({ input: stdin, output: stderr, terminal: false });
      try {
        return await new Promise<string | undefined>((resolve) => {
          lines.once('close', () => resolve(undefined));
          lines.question(question, { signal }).then(resolve, () => resolve(undefined));
        });
      } finally {
        lines.close();
      }
    },
  };
}
