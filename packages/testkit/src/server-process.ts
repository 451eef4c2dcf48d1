import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithThisProcess } from './end-with-process.ts';
import { startOnRandomPort, waitForPort } from './ports.ts';

/** A real server that a test starts and may mistreat. */
export interface TestServer {
  readonly port: number;
  readonly pid: number;
  /** Its files; kept over kill and restart. */
  readonly directory: string;
  /** Ends it without warning, as a power cut does to a process. */
  kill(): Promise<void>;
  /** Starts it again on the same port and files. */
  restart(): Promise<void>;
  /** Freezes it: connections stay open and nothing answers. */
  pause(): void;
  resume(): void;
  /** Ends it and deletes its files. */
  stop(): Promise<void>;
}

export interface ServerProgram {
  readonly program: string;
  readonly installHint: string;
  /** Arguments, once its folder and its port are known. */
  readonly args: (directory: string, port: number) => readonly string[] | Promise<readonly string[]>;
}

/**
 * Starts a server program from the PATH on a port of its own and waits until that answers. It ends with this process, also
 * when that is killed.
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
    await Promise.race([waitForPort(port), ended]);
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

function spawnProgram({ program, installHint }: ServerProgram, args: readonly string[]): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'ignore' });
    child.once('spawn', () => resolve(child));
    child.once('error', (cause) => {
      reject(new Error(`These tests need ${program} on the PATH: ${installHint}`, { cause }));
    });
  });
}

/** The same server with the URL that clients use. */
export function withUrl(server: TestServer, url: string): TestServer & { readonly url: string } {
  // Not a spread: `pid` is a getter that changes with a restart.
  return Object.assign(server, { url });
}
