import { setPriority } from 'node:os';

/** Nice values: what commands an arm goes first, what computes in the background goes last. */
const commanderNice = -10;
const backgroundNice = 5;

/**
 * Puts this process (and those it starts) before others, where the system lets it: an arm whose commander is kept
 * waiting for 200 ms stops. Answers whether it was allowed.
 */
export function raisePriority(): boolean {
  return trySetPriority(commanderNice);
}

/** Puts this thread behind others. Call it first thing in a thread that computes for long. */
export function lowerThreadPriority(): boolean {
  // 0 means the calling thread on Linux, and the process elsewhere, which is not wanted.
  return process.platform === 'linux' && trySetPriority(backgroundNice);
}

function trySetPriority(nice: number): boolean {
  try {
    setPriority(0, nice);
    return true;
  } catch {
    return false;
  }
}
