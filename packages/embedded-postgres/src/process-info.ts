import { readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Returns the start time of a live process in the kernel's ticks ('' where the platform does not provide it), undefined
 * when it is dead.
 */
export async function readStartTime(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return signalProcess(pid, 0) ? '' : undefined;
  // Unreadable when the process does not exist.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name in parentheses may contain spaces; fields are counted after it: state is the first, start time the 20th.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields?.[0] === 'Z' ? undefined : fields?.[19];
}

/** Returns the working directory of a live process, undefined when it is dead or the platform does not provide it. */
export function readWorkingDirectory(pid: number): Promise<string | undefined> {
  return readlink(`/proc/${pid}/cwd`).catch(() => undefined);
}

/** Sends a signal. Returns false when the process does not exist. */
function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Waits for the end of a process. Returns true when it ended within the time. */
export async function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while ((await readStartTime(pid)) !== undefined) {
    if (performance.now() >= end) return false;
    await sleep(20);
  }
  return true;
}

/** Ends a Postgres server: first cleanly, then with a fast shutdown, then by force. */
export async function stopPostmaster(pid: number, graceMs: number): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', graceMs],
    ['SIGQUIT', 3000],
    ['SIGKILL', 3000],
  ] as const) {
    if (!signalProcess(pid, signal) || (await waitForEnd(pid, timeoutMs))) return;
  }
}
