import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Urgency of a process. First comes everything that commands or moves an arm; then the rest of the cell, in particular
 * its gateway, before other programs of the machine.
 */
export type Urgency = 'commander' | 'cell';

const niceOf = { commander: -15, cell: -10 } as const satisfies Record<Urgency, number>;
const backgroundNice = 5;
/** Above every normal thread, below the kernel's own. */
const realTimePriority = 10;
/** The kernel accepts a change from most processes only 100 ms after the last one of the machine. */
const sessionRetryMS = 150;

/**
 * Raises the priority of this process where the system allows it: an arm whose commander is delayed by 200 ms stops. A
 * commander is scheduled in real time: with normal priorities alone, computing threads delay it by up to 60 ms. Returns
 * whether it was allowed.
 */
export function raisePriority(urgency: Urgency): boolean {
  const nice = niceOf[urgency];
  if (process.platform !== 'linux') return attempt(() => setPriority(nice));
  // Linux keeps a priority per thread, and the event loop waits for the engine's own threads during garbage collection.
  const isRaised = readdirSync('/proc/self/task').every((thread) => attempt(() => setPriority(Number(thread), nice)));
  if (isRaised) attempt(() => raiseSession(nice));
  return urgency === 'commander' ? scheduleInRealTime() || isRaised : isRaised;
}

/**
 * Schedules the existing threads in real time; those they start, workers that may compute for long, get a normal
 * priority.
 */
function scheduleInRealTime(): boolean {
  const options = ['--all-tasks', '--reset-on-fork', '--rr', '--pid', `${realTimePriority}`, `${process.pid}`];
  // Node.js has no call for it. Without the program, the normal priority stays.
  return spawnSync('chrt', options, { stdio: 'ignore' }).status === 0;
}

/** Raises the priority of the session of this process until it ends: the session may belong to a terminal, which continues. */
function raiseSession(nice: number): void {
  const former = /nice (-?\d+)/.exec(readFileSync(sessionFile('self'), 'utf8'))?.[1];
  setSessionPriority(nice);
  process.once('exit', () => attempt(() => writeFileSync(sessionFile('self'), former ?? '0')));
}

/**
 * Sets the priority of the session of a process, because some kernels divide time by session before they compare
 * priorities. Without effect if the system has no such sessions, or does not allow it.
 */
export function setSessionPriority(nice: number, pid: number | 'self' = 'self'): void {
  try {
    writeFileSync(sessionFile(pid), String(nice));
  } catch (error) {
    const isBusy = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
    if (isBusy) setTimeout(() => setSessionPriority(nice, pid), sessionRetryMS).unref();
  }
}

const sessionFile = (pid: number | 'self') => `/proc/${pid}/autogroup`;

/** Lowers the priority of this thread. Call it first in a thread that computes for long. */
export function lowerThreadPriority(): boolean {
  // 0 means the calling thread on Linux, and the process elsewhere, which is not intended.
  return process.platform === 'linux' && attempt(() => setPriority(0, backgroundNice));
}

function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    // Permission denied; the caller reports it.
    return false;
  }
}
