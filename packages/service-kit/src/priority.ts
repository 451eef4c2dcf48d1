import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Nice values: what commands an arm goes first, what computes in the background goes last. */
const commanderNice = -10;
const backgroundNice = 5;

/**
 * Puts this process (and those it starts) before others, where the system lets it: an arm whose commander is kept
 * waiting for 200 ms stops. Answers whether it was allowed.
 */
export function raisePriority(): boolean {
  if (process.platform !== 'linux') return attempt(() => setPriority(commanderNice));
  // Linux keeps a priority per thread, and the event loop waits for the engine's own threads when memory is collected.
  const isRaised = readdirSync('/proc/self/task').every((thread) =>
    attempt(() => setPriority(Number(thread), commanderNice)),
  );
  if (isRaised) attempt(raiseSession);
  return isRaised;
}

/** Where the kernel shares time out by session first, priorities of different sessions are not even compared. */
function raiseSession(): void {
  const file = '/proc/self/autogroup';
  const former = /nice (-?\d+)/.exec(readFileSync(file, 'utf8'))?.[1];
  writeFileSync(file, String(commanderNice));
  // The session may be a terminal's, which goes on.
  process.once('exit', () => attempt(() => writeFileSync(file, former ?? '0')));
}

/** Puts this thread behind others. Call it first thing in a thread that computes for long. */
export function lowerThreadPriority(): boolean {
  // 0 means the calling thread on Linux, and the process elsewhere, which is not wanted.
  return process.platform === 'linux' && attempt(() => setPriority(0, backgroundNice));
}

function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
