import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * How urgent a process is. Before all else comes what commands an arm or moves it; then the rest of the cell, its door
 * above all, before the other programs of the machine.
 */
export type Urgency = 'commander' | 'cell';

const niceOf = { commander: -15, cell: -10 } as const satisfies Record<Urgency, number>;
const backgroundNice = 5;

/**
 * Puts this process (and those it starts) before others, where the system lets it: an arm whose commander is kept
 * waiting for 200 ms stops. Answers whether it was allowed.
 */
export function raisePriority(urgency: Urgency): boolean {
  const nice = niceOf[urgency];
  if (process.platform !== 'linux') return attempt(() => setPriority(nice));
  // Linux keeps a priority per thread, and the event loop waits for the engine's own threads when memory is collected.
  const isRaised = readdirSync('/proc/self/task').every((thread) => attempt(() => setPriority(Number(thread), nice)));
  if (isRaised) attempt(() => raiseSession(nice));
  return isRaised;
}

/** Where the kernel shares time out by session first, priorities of different sessions are not even compared. */
function raiseSession(nice: number): void {
  const file = '/proc/self/autogroup';
  const former = /nice (-?\d+)/.exec(readFileSync(file, 'utf8'))?.[1];
  writeFileSync(file, String(nice));
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
    // Not allowed here; the caller says so.
    return false;
  }
}
