import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * How urgent a process is. Before all else comes what commands an arm or moves it; then the rest of the cell, its door
 * above all, before the other programs of the machine.
 */
export type Urgency = 'commander' | 'cell';

const niceOf = { commander: -15, cell: -10 } as const satisfies Record<Urgency, number>;
const backgroundNice = 5;
/** Above every usual thread, below the kernel's own. */
const realTimePriority = 10;

/**
 * Puts this process before others, where the system lets it: an arm whose commander is kept waiting for 200 ms stops.
 * A commander is scheduled in real time: with usual priorities alone, threads that compute without end keep it waiting
 * for up to 60 ms. Answers whether it was allowed.
 */
export function raisePriority(urgency: Urgency): boolean {
  const nice = niceOf[urgency];
  if (process.platform !== 'linux') return attempt(() => setPriority(nice));
  // Linux keeps a priority per thread, and the event loop waits for the engine's own threads when memory is collected.
  const isRaised = readdirSync('/proc/self/task').every((thread) => attempt(() => setPriority(Number(thread), nice)));
  if (isRaised) attempt(() => raiseSession(nice));
  return urgency === 'commander' ? scheduleInRealTime() || isRaised : isRaised;
}

/** Real time for the threads there are; those they start, workers that may compute for long, get a usual priority. */
function scheduleInRealTime(): boolean {
  const options = ['--all-tasks', '--reset-on-fork', '--rr', '--pid', `${realTimePriority}`, `${process.pid}`];
  // Node.js has no call for it. Where the program is missing, the usual priority has to do.
  return spawnSync('chrt', options, { stdio: 'ignore' }).status === 0;
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
