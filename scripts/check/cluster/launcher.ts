// Starts the programs of a cluster, on this machine or in separate namespaces, and ends them by their process ids.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CommandOptions, run, succeeds } from '../containers/commands.ts';
import { until } from '../containers/report.ts';

export interface Program {
  readonly name: string;
  readonly isRunning: boolean;
  /** Last part of its output. */
  log(): string;
  /** Ends it, after a grace period by force. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface LauncherOptions {
  /** Folder for logs. */
  readonly logs: string;
  /** Command in front of each program, for example one that enters namespaces. */
  readonly prefix?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Ends commands, but no programs. */
  readonly signal?: AbortSignal;
}

const graceMS = 10_000;
const logTail = 2000;

export class Launcher {
  private readonly options: LauncherOptions;
  private readonly programs: Program[] = [];

  constructor(options: LauncherOptions) {
    this.options = options;
    mkdirSync(options.logs, { recursive: true });
  }

  /** Starts a program. It ends with this process, also when this process is killed. */
  start(name: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Program {
    const log = join(this.options.logs, `${name}.log`);
    const file = openSync(log, 'a');
    const [first = command, ...rest] = [...(this.options.prefix ?? []), command, ...args];
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', first, ...rest], {
      // A separate process group, so that Ctrl-C only reaches the check, which then ends it.
      detached: true,
      stdio: ['ignore', file, file],
      env: { ...process.env, ...this.options.env, ...env },
    });
    closeSync(file);
    child.on('error', () => undefined);
    const program = toProgram(name, child, log);
    this.programs.push(program);
    return program;
  }

  /** Runs a command where the programs run, and returns its output. @throws CommandError */
  run(command: string, args: readonly string[], options: CommandOptions = {}): Promise<string> {
    const [first = command, ...rest] = [...(this.options.prefix ?? []), command, ...args];
    const env = { ...process.env, ...this.options.env, ...options.env };
    return run(first, rest, { signal: this.options.signal, ...options, env });
  }

  /** Returns true if a command exits with code 0 where the programs run. */
  succeeds(command: string, args: readonly string[]): Promise<boolean> {
    const [first = command, ...rest] = [...(this.options.prefix ?? []), command, ...args];
    return succeeds(first, rest, { env: { ...process.env, ...this.options.env } });
  }

  /**
   * Waits until a program responds.
   * @throws Error with the end of its log when it ends or takes too long.
   */
  async waitFor(program: Program, ask: () => Promise<boolean>, withinMS = 60_000): Promise<void> {
    const poll = async () => {
      if (!program.isRunning) throw new Error('it ended');
      return (await ask()) || undefined;
    };
    await until(poll, { withinMS, sentence: 'it does not answer', everyMS: 100 }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${program.name}: ${reason}\n${program.log()}`);
    });
  }

  /** Ends all programs, the last one first. */
  async stopAll(): Promise<void> {
    for (const program of this.programs.splice(0).reverse()) await program.stop();
  }
}

function toProgram(name: string, child: ChildProcess, log: string): Program {
  let isRunning = true;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isRunning = false;
      resolve();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  return {
    name,
    get isRunning() {
      return isRunning;
    },
    log: () => (existsSync(log) ? readFileSync(log, 'utf8').slice(-logTail) : ''),
    async stop(signal = 'SIGTERM') {
      if (!isRunning) return;
      killGroup(child, signal);
      await Promise.race([ended, sleep(graceMS, undefined, { ref: false })]);
      if (!isRunning) return;
      killGroup(child, 'SIGKILL');
      await ended;
    },
  };
}

/** The command that enters namespaces stays in front of its program, so the group of both gets the signal. */
function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It ended meanwhile.
  }
}
