import { spawn } from 'node:child_process';

/** A program that could not be started, exited with another code than 0, or took too long. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** Its output. */
  readonly output: string;

  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
}

export interface CommandOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Its input. */
  readonly input?: string;
  readonly signal?: AbortSignal | undefined;
  /** Time after which it is ended, ms. Default a minute. */
  readonly withinMS?: number;
}

/**
 * Runs a program and returns its stdout. It has a separate process group, so that a terminal's Ctrl-C only reaches this
 * script, which decides what still has to run.
 * @throws CommandError
 */
export function run(command: string, args: readonly string[], options: CommandOptions = {}): Promise<string> {
  const { env, cwd, input, signal, withinMS = 60_000 } = options;
  const said = `${command.split('/').pop()} ${args.slice(0, 4).join(' ')}`;
  return new Promise((resolve, reject) => {
    const limit = AbortSignal.timeout(withinMS);
    const child = spawn(command, args, {
      ...{ env, cwd, detached: true, stdio: ['pipe', 'pipe', 'pipe'] },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    let stdout = '';
    let both = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk;
      both += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      both += chunk;
    });
    // An ended program no longer reads.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
    child.once('error', (error) => {
      const why = limit.aborted ? `took longer than ${withinMS / 1000} s` : error.message;
      reject(new CommandError(`${said}: ${why}`, both));
    });
    child.once('close', (code, end) => {
      if (code === 0) resolve(stdout);
      else reject(new CommandError(`${said}: ended with ${end ?? `code ${code}`}`, both));
    });
  });
}

/** Returns true if a program exits with code 0. */
export async function succeeds(command: string, args: readonly string[], options?: CommandOptions): Promise<boolean> {
  return await run(command, args, { withinMS: 20_000, ...options }).then(
    () => true,
    () => false,
  );
}
