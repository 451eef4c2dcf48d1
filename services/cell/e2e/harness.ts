import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JournalEntry } from '@cellwright/domain/run';
import { secretEnv } from '@cellwright/service-kit/testing/peers';
import { lagFactor, makeTestDataFolder } from '@cellwright/testkit';
import { countStart } from '@cellwright/testkit/count-start';
import { type CellClient, createCellClient } from '../src/cli/cell-client.ts';
import { findRunning } from '../src/data/data-folder.ts';
import { prepareCluster } from './prepared-cluster.ts';

export { openSession } from '../src/cli/cell-client.ts';
export { findFreePort } from '../src/supervision/port-blocks.ts';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
export const examples = fileURLToPath(new URL('../../../examples/routines', import.meta.url));
/** `compact` is the default: `npm start`. `hub` is `npm run hub`. */
export type Shape = 'compact' | 'processes' | 'hub';

/** A running cell: the built product in separate processes. */
export interface RunningCell {
  readonly url: string;
  readonly dataPath: string;
  readonly client: CellClient;
  readonly pid: number;
  runCli(
    tool: 'routine' | 'token' | 'scene' | 'call',
    args: readonly string[],
    options?: CliOptions,
  ): Promise<CliResult>;
}

/** A cell that the test started, on a separate data folder. It ends with the test process. */
export interface TestCell extends RunningCell {
  /** Returns its output so far. */
  output(): string;
  /** Ends it with Ctrl-C; returns the exit code. */
  stop(): Promise<number | null>;
  /** Ends it with kill -9. */
  kill(): Promise<void>;
}

export interface CliOptions {
  /** Sends Ctrl-C when this resolves. */
  readonly interruptWhen?: Promise<unknown>;
  /** Closes its output when this resolves, like a pipe to a program that ends. */
  readonly closeOutputWhen?: Promise<unknown>;
  /** Its input, as from a script. */
  readonly input?: string;
}

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export const makeDataPath = () => makeTestDataFolder();

export interface StartOptions {
  /** True for a test of the first start: the cell creates the server of its database. Default: copied into a new folder. */
  readonly createsCluster?: boolean;
}

export async function startCell(
  shape: Shape,
  dataPath: string,
  env: Readonly<Record<string, string>> = {},
  { createsCluster = false }: StartOptions = {},
): Promise<TestCell> {
  if (!createsCluster) await prepareCluster(dataPath);
  // Controllers with a known secret: tests observe them in parallel to the routine runner.
  const child = spawnCell(shape, { ...secretEnv('controller'), CELLWRIGHT_DATA: dataPath, PORT: '0', ...env });
  const text = collect(child);
  const exited = once(child, 'exit');
  const started = waitUntil(() => text().includes('Cellwright runs at'), startWithinMS * lagFactor());
  await Promise.race([started.catch(() => undefined), exited]);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await exited;
    }
    return child.exitCode;
  };
  if (!findRunning(dataPath)) {
    const description = describeFailedStart(text(), dataPath);
    await end('SIGKILL');
    throw new Error(description);
  }
  return {
    ...connectCell(dataPath),
    output: text,
    stop: () => end('SIGINT'),
    kill: async () => void (await end('SIGKILL')),
  };
}

/** Connects to the running cell of a data folder. */
export function connectCell(dataPath: string): RunningCell {
  const running = findRunning(dataPath);
  if (!running) throw new Error(`No cell runs on ${dataPath}`);
  return {
    url: running.url,
    dataPath,
    client: createCellClient(running),
    pid: running.pid,
    runCli: (tool, args, options) => runCli(tool, args, dataPath, options),
  };
}

/** Maximum time of a start on a machine without other load, ms. */
const startWithinMS = 90_000;
/** Number of lines of each log printed when a cell does not start. */
const logTail = 30;

function describeFailedStart(output: string, dataPath: string): string {
  const folder = join(dataPath, 'logs');
  const logs = existsSync(folder) ? readdirSync(folder) : [];
  const tails = logs.map((name) => {
    const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
    return `--- ${name}\n${lines.slice(-logTail).join('\n')}`;
  });
  return [`The cell did not start:\n${output}`, ...tails].join('\n');
}

/** Starts the cell's program. Its channel ends it when this process has ended. */
export function spawnCell(shape: Shape, env: Record<string, string>): ChildProcess {
  countStart('cell');
  const args = [join(dist, 'main.js'), ...(shape === 'compact' ? [] : [`--${shape}`])];
  return spawn(process.execPath, args, { env: cleanEnv(env), stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
}

/** Runs a program of the cell to its end. */
export async function runToEnd(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  const text = collect(child);
  await once(child, 'exit');
  return { code: child.exitCode, output: text() };
}

export async function runCli(
  tool: string,
  args: readonly string[],
  dataPath: string,
  { interruptWhen, closeOutputWhen, input }: CliOptions = {},
): Promise<CliResult> {
  const child = spawn(process.execPath, [join(dist, `${tool}.js`), ...args], {
    env: cleanEnv({ CELLWRIGHT_DATA: dataPath }),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // An ended program no longer reads.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const closed = once(child, 'close');
  const interrupted = interruptWhen?.then(() => child.kill('SIGINT'));
  const cut = closeOutputWhen?.then(() => child.stdout.destroy());
  // The program may end before it is interrupted.
  await Promise.race([closed, Promise.all([closed, interrupted, cut])]);
  return { code: child.exitCode, stdout, stderr };
}

function cleanEnv(env: Record<string, string>): NodeJS.ProcessEnv {
  const { VITEST: _vitest, NODE_OPTIONS: _options, NODE_ENV: _env, ...rest } = process.env;
  return { ...rest, ...env };
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk;
    });
  }
  return () => text;
}

export async function waitUntil(isTrue: () => boolean | Promise<boolean>, withinMS: number): Promise<void> {
  const end = performance.now() + withinMS;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`nothing of the kind within ${withinMS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Returns the part that two journals must have in common: each thread's ordered (step path, event, result), without ids
 * and times.
 */
export function essenceOf(entries: readonly JournalEntry[]): Record<string, string[]> {
  const threads: Record<string, string[]> = {};
  for (const { thread, stepPath, event, result } of entries) {
    // A warning contains the duration of a step, which varies like times.
    if (event === 'stepWarning') continue;
    threads[thread] ??= [];
    threads[thread].push(`${stepPath ?? '-'} ${event} ${result ?? '-'}`);
  }
  return threads;
}
