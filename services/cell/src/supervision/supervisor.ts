import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { type Clock, rest, withEither } from '@cellwright/domain/basics';
import type { Lifecycle, Logger } from '@cellwright/service-kit';
import { logMode } from '../data/data-folder.ts';
import { StartError } from '../start-error.ts';
import { type ChildLog, openChildLog } from './child-log.ts';
import { isFree } from './port-blocks.ts';
import { PortTakenError } from './port-taken-error.ts';

/** A process to run in parallel to this one. */
export interface ChildSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Text for its standard input: settings hidden from other processes, such as passwords. */
  readonly input?: string;
  /** User that runs it. Default: the user of this process. */
  readonly account?: { readonly uid: number; readonly gid: number } | undefined;
  /** Its port on loopback, for programs that look for it. */
  readonly port?: number;
  /** Its port for health and metrics. */
  readonly adminPort?: number;
  /** Its port for HTTPS. */
  readonly httpsPort?: number | undefined;
  /** Resolves when it is ready; called after every start. */
  readonly waitUntilReady: (signal: AbortSignal) => Promise<void>;
  /** Maximum time to end by itself after SIGTERM, ms. Default 5000. */
  readonly graceMS?: number;
  /**
   * True if it detects the end of this process, also by a kill, and ends by itself in order (a Node program's
   * `disconnect`).
   */
  readonly endsWithCell?: boolean;
}

/** A process of the cell for its announcement. A restarted process has a new id. */
export interface CellProcess {
  readonly name: string;
  readonly pid: number;
  readonly port?: number | undefined;
  readonly adminPort?: number | undefined;
  readonly httpsPort?: number | undefined;
}

export interface SupervisedChild {
  readonly name: string;
  readonly pid: number | undefined;
  readonly restarts: number;
  stop(): Promise<void>;
}

export interface SupervisorOptions {
  readonly clock: Clock;
  /** Ends the child, even during its start. */
  readonly lifecycle: Pick<Lifecycle, 'onStop'>;
  readonly log: Logger;
  /** Folder for the children's output. */
  readonly logPath: string;
  /** Called after every start, also repeated ones. */
  readonly onProcess?: (process: CellProcess) => void;
  /** First delay before a dead child is restarted; doubles up to the longest. */
  readonly firstDelayMS?: number;
  readonly longestDelayMS?: number;
}

/**
 * Maximum time of a start: a very busy machine needs minutes for a second's work, and a process that ends is detected
 * at once.
 */
const readyWithinMS = 180_000;
/** Number of restarts of a process that ends before it was ever ready. */
const startRestarts = 2;
/** Running time after which the delays of a child start from the first again. */
const healthyAfterMS = 30_000;

/** End of a process; only code 0 means an end in order. */
interface ChildEnd {
  readonly how: string;
  readonly isOrderly: boolean;
}

/** A process that runs without becoming ready. */
class NotReadyError extends StartError {}

/**
 * Starts a process, keeps it running with growing delays between attempts, and ends it on request. Resolves when it is
 * ready for the first time.
 * @throws StartError when it repeatedly ends at its start, or is not ready in time; PortTakenError.
 */
export async function superviseChild(spec: ChildSpec, options: SupervisorOptions): Promise<SupervisedChild> {
  const { clock, log, logPath, firstDelayMS = 100, longestDelayMS = 5000 } = options;
  const stopping = new AbortController();
  const start = createOutcome();
  let process: ChildProcess | undefined;
  let restarts = 0;
  let wasReady = false;
  let delayMS = firstDelayMS;

  const run = async (): Promise<void> => {
    const startedAt = clock.now();
    const output = openChildLog(join(logPath, `${spec.name}.log`));
    const child = startProcess(spec, output.path);
    process = child;
    const { name, port, adminPort, httpsPort } = spec;
    if (child.pid !== undefined) options.onProcess?.({ name, pid: child.pid, port, adminPort, httpsPort });
    const exited = new Promise<ChildEnd>((resolve) => {
      child.once('exit', (code, signal) => resolve({ how: signal ?? `code ${code}`, isOrderly: code === 0 }));
      child.once('error', (error) => resolve({ how: error.message, isOrderly: false }));
    });
    const death = new AbortController();
    let isReady = false;
    void exited.then(async (end) => {
      const ranMS = clock.now() - startedAt;
      // Before it is restarted, which would occupy its port.
      if (!isReady) death.abort(await explainDeath(spec, end.how, output));
      await restart(end, ranMS);
    });
    const timeout = AbortSignal.timeout(readyWithinMS);
    try {
      await withEither(stopping.signal, death.signal, (ended) =>
        withEither(ended, timeout, (signal) => spec.waitUntilReady(signal)),
      );
    } catch (error) {
      throw timeout.aborted ? new NotReadyError(`${spec.name} ${await describeDelay(output)}`) : error;
    }
    isReady = true;
    wasReady = true;
    start.succeed();
  };
  const restart = async ({ how, isOrderly }: ChildEnd, ranMS: number): Promise<void> => {
    if (stopping.signal.aborted) return;
    if (ranMS > healthyAfterMS) delayMS = firstDelayMS;
    // A process that ends normally was requested to, for example a controller that is restarted.
    if (isOrderly) log.info('a process ended as asked; it is started again', { process: spec.name, delayMS });
    else log.warn('a process ended; it is started again', { process: spec.name, how, delayMS });
    await rest(clock, delayMS, stopping.signal);
    delayMS = Math.min(delayMS * 2, longestDelayMS);
    if (stopping.signal.aborted) return;
    restarts++;
    await attempt();
  };
  const attempt = async (): Promise<void> => {
    const formerRestarts = restarts;
    try {
      await run();
    } catch (error) {
      const isFinal = error instanceof PortTakenError || error instanceof NotReadyError || stopping.signal.aborted;
      if (!wasReady && (isFinal || formerRestarts >= startRestarts)) start.fail(error);
      // Stopped during its start: no reason for a warning.
      else if (!stopping.signal.aborted) log.warn('a process did not become ready', { process: spec.name, error });
    }
  };

  const handle: SupervisedChild = {
    name: spec.name,
    get pid() {
      return process?.pid;
    },
    get restarts() {
      return restarts;
    },
    async stop() {
      stopping.abort(new Error('stopping'));
      if (process) await endProcess(process, spec.graceMS ?? 5000);
    },
  };
  options.lifecycle.onStop(spec.name, handle.stop);
  try {
    void attempt();
    await start.outcome;
  } catch (error) {
    await handle.stop();
    throw error;
  }
  return handle;
}

async function describeDelay(log: ChildLog): Promise<string> {
  return `was not ready within ${readyWithinMS / 1000} s. ${await log.readEnd()}`;
}

/** Creates a promise that settles once; later results have no effect. */
function createOutcome() {
  let succeed: () => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const outcome = new Promise<void>((resolve, reject) => {
    succeed = resolve;
    fail = reject;
  });
  return { outcome, succeed: () => succeed(), fail: (error: unknown) => fail(error) };
}

/** Explains why a process ended; the supervisor throws the result when that happened before it was ready. */
async function explainDeath(spec: ChildSpec, how: string, log: ChildLog): Promise<StartError> {
  const { name, port, adminPort, httpsPort } = spec;
  for (const each of [port, adminPort, httpsPort])
    if (each && !(await isFree(each))) return new PortTakenError(name, each);
  return new StartError(`The process ${name} ended (${how}) before it was ready. ${await log.readEnd()}`);
}

function startProcess(spec: ChildSpec, logFile: string): ChildProcess {
  const { command, args, env, cwd, input, account, endsWithCell } = spec;
  // In a separate group: a Ctrl-C in the terminal reaches only the cell, which ends its children in order.
  const child = spawn(command, args, {
    cwd,
    // Each thread of glibc would have a separate heap; services have a dozen threads, few of which allocate. As in the
    // images, libraries skip their development checks.
    env: { MALLOC_ARENA_MAX: '2', NODE_ENV: 'production', ...env },
    detached: true,
    ...(account && { uid: account.uid, gid: account.gid }),
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', ...(endsWithCell ? ['ipc' as const] : [])],
  });
  // A process that ended before it read its input is reported by its exit.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  const output = createWriteStream(logFile, { flags: 'a', mode: logMode });
  output.on('error', () => undefined);
  child.stdout?.pipe(output, { end: false });
  child.stderr?.pipe(output, { end: false });
  return child;
}

function endProcess(child: ChildProcess, graceMS: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    const force = setTimeout(() => child.kill('SIGKILL'), graceMS);
    child.once('exit', () => {
      clearTimeout(force);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
