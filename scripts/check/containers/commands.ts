import { spawn } from 'node:child_process';

/** A program that could not be started, ended with another code than 0, or took too long. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** What it printed, to be looked at. */
  readonly output: string;

  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
}

export interface CommandOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** What it reads. */
  readonly input?: string;
  readonly signal?: AbortSignal | undefined;
  /** It is ended after this, ms. Default a minute. */
  readonly withinMS?: number;
}

/**
 * Runs a program to its end and answers what it said on stdout. It has a process group of its own, so that a terminal's
 * Ctrl-C reaches this script alone, which decides what still has to run.
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
    // A program that has ended reads no more.
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

/** Whether a program runs to its end with code 0. */
export async function succeeds(command: string, args: readonly string[], options?: CommandOptions): Promise<boolean> {
  return await run(command, args, { withinMS: 20_000, ...options }).then(
    () => true,
    () => false,
  );
}
