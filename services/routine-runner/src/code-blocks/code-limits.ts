/** What one code block may use. Known to both sides: this file loads nothing. */
export const codeLimits = {
  /** Computing without waiting for anything. A block may take as long as it likes, waiting. */
  turnMS: 1000,
  memoryBytes: 64 * 1024 * 1024,
  /** Calls that have no answer yet. */
  openCalls: 32,
  /** Characters of a call's arguments. */
  argumentCharacters: 110_000,
} as const;

export const computedTooLong = `The code computed for longer than ${codeLimits.turnMS} ms without waiting and was ended. Let it wait in between: await cell.wait(10)`;
export const usedTooMuchMemory = 'The code used more than 64 MB of memory and was ended. Make it smaller';
export const waitsForNothing = 'The code waits for something that never comes. Await calls of cell only';
