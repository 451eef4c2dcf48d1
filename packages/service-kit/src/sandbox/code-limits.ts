/** Limits of one code block. Used by both processes: this file has no imports. */
export const codeLimits = {
  /** Maximum time of computation without waiting, ms. Waiting is unlimited. */
  turnMS: 1000,
  memoryBytes: 64 * 1024 * 1024,
  /** Maximum number of pending calls. */
  openCalls: 32,
  /** Maximum length of a call's arguments. */
  argumentCharacters: 110_000,
} as const;

export const computedTooLong = `The code ran for more than ${codeLimits.turnMS} ms without waiting and was stopped. Add waits: await cell.wait(10)`;
export const usedTooMuchMemory = 'The code used more than 64 MB of memory and was stopped. Reduce its memory use';
export const waitsForNothing = 'The code waits for a promise that never settles. Await only calls of cell';
