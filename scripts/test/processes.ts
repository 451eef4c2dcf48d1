import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { setSessionPriority } from '@cellwright/service-kit/priority';

export interface ProcessResult {
  readonly code: number;
  /** Its output; empty if that went to the terminal. */
  readonly output: string;
}

export interface ProcessOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Collects the output instead of showing it. */
  readonly isQuiet?: boolean;
  /** Priority that leaves processor time to what runs beside it; without it, the priority stays. */
  readonly priority?: number;
}

const running = new Set<ChildProcess>();
/** Hardly more than the processor time that is left. */
export const lowestPriority = constants.priority.PRIORITY_LOW;
/** Time to end cleanly after an interrupt. */
const endWithinMS = 15_000;

/** Runs a program in a separate process group, so that `endAll` reaches everything it started. */
export function runProcess(
  command: string,
  args: readonly string[],
  { env = {}, isQuiet = false, priority }: ProcessOptions = {},
): Promise<ProcessResult> {
  const out = isQuiet ? 'pipe' : 'inherit';
  const child = spawn(command, [...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', out, out],
    detached: true,
  });
  running.add(child);
  if (priority !== undefined && child.pid !== undefined) lowerPriority(child.pid, priority);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  return new Promise((resolve) => {
    const finish = (code: number, text: string) => {
      running.delete(child);
      resolve({ code, output: text });
    };
    child.once('error', (error) => finish(1, `${command}: ${error.message}`));
    child.once('close', (code) => finish(code ?? 1, output));
  });
}

/** Lowers the priority of a process, of all that it starts later, and of its session. */
function lowerPriority(pid: number, priority: number): void {
  try {
    setPriority(pid, priority);
  } catch {
    // The process has ended.
  }
  setSessionPriority(priority, pid);
}

/** Interrupts every running program with all it started, and kills what has not ended after a while. */
export async function endAll(): Promise<void> {
  const children = [...running];
  for (const child of children) signalGroup(child, 'SIGINT');
  const end = performance.now() + endWithinMS;
  while (children.some(isAlive) && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
  for (const child of children.filter(isAlive)) signalGroup(child, 'SIGKILL');
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, signal);
  } catch {
    // The group has ended.
    return false;
  }
}

/** True while any process of its group exists. */
function isAlive({ pid }: ChildProcess): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}
