import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithThisProcess } from './end-with-process.ts';
import { listensAt } from './listening-ports.ts';
import { startOnRandomPort } from './ports.ts';

/** A real server that a test starts and may disturb. */
export interface TestServer {
  readonly port: number;
  readonly pid: number;
  /** Folder of its files; kept over kill and restart. */
  readonly directory: string;
  /** Kills it without warning, like a power cut. */
  kill(): Promise<void>;
  /** Starts it again on the same port and files. */
  restart(): Promise<void>;
  /** Freezes it: connections stay open and nothing answers. */
  pause(): void;
  resume(): void;
  /** Stops it and deletes its files. */
  stop(): Promise<void>;
}

/** Time limit of a start, ms. */
const startLimitMS = 30_000;

export interface ServerProgram {
  readonly program: string;
  readonly installHint: string;
  /** Returns the arguments for its folder and port. */
  readonly args: (directory: string, port: number) => readonly string[] | Promise<readonly string[]>;
}

/**
 * Starts a server program from the PATH on a free port and waits until it answers. It ends with this process, even if
 * this process is killed.
 */
export async function startServerProcess(server: ServerProgram): Promise<TestServer> {
  const directory = await mkdtemp(join(tmpdir(), `cellwright-${server.program}-`));
  let child: ChildProcess;
  const startOn = async (port: number) => {
    const started = await spawnProgram(server, await server.args(directory, port));
    child = endWithThisProcess(started);
    const ended = once(started, 'exit').then(([code, signal]) => {
      throw new Error(`${server.program} ended at its start (${signal ?? `code ${code}`})`);
    });
    await Promise.race([waitUntilListening(started, port), ended]);
    return port;
  };
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  const removeAtExit = () => {
    child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  };
  const port = await startOnRandomPort(startOn);
  process.on('exit', removeAtExit);
  return {
    port,
    directory,
    get pid() {
      return child.pid ?? 0;
    },
    kill,
    restart: async () => void (await startOn(port)),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      process.off('exit', removeAtExit);
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Resolves when the program listens on the port. Whether the port accepts connections would not tell: another program may
 * have taken it, and this one ends a moment later. @throws Error after the time limit.
 */
async function waitUntilListening({ pid = 0 }: ChildProcess, port: number): Promise<void> {
  const end = performance.now() + startLimitMS;
  while (performance.now() < end) {
    if (listensAt(pid, port)) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`The server does not listen on port ${port} after ${startLimitMS} ms`);
}

function spawnProgram({ program, installHint }: ServerProgram, args: readonly string[]): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'ignore' });
    child.once('spawn', () => resolve(child));
    child.once('error', (cause) => {
      reject(new Error(`These tests need ${program} on the PATH: ${installHint}`, { cause }));
    });
  });
}

/** Adds the URL for clients to the server. */
export function withUrl(server: TestServer, url: string): TestServer & { readonly url: string } {
  // Not a spread: `pid` is a getter whose value changes with a restart.
  return Object.assign(server, { url });
}
