import { type ChildProcess, type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { countStart } from '@cellwright/testkit/count-start';
import { type Browser, chromium, type Page } from '@playwright/test';
import * as z from 'zod';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cellDist = join(root, 'services/cell/dist');
const startWithinMS = 90_000;

/** What a cell says of itself in its data folder. */
const runningSchema = z.object({ processes: z.array(z.object({ name: z.string(), pid: z.number() })) });

/** Nothing asked of the network. */
const commonArgs = ['--no-sandbox', '--disable-background-networking'];
const browserArgs = {
  /** Pages are painted by the processor as fast as by a tablet's graphics; there is no 3D. */
  flat: [...commonArgs, '--disable-gpu', '--disable-3d-apis'],
  /** Graphics emulated by the processor: 3D, but frames so late that an arm held by a page would stop. */
  deep: [...commonArgs, '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
};

/** The built product, its browser UI, and a real browser in front of it. */
export interface BrowserBench {
  readonly url: string;
  readonly token: string;
  /** Where the first user is made, as the cell prints it. */
  readonly setUpLink: string;
  /** A new page, as an operator's tablet; signed in, and without the 3D view, unless told otherwise. */
  open(path: string, options?: { isSignedIn?: boolean; draws3D?: boolean }): Promise<Page>;
  /** Plays a routine file on the simulated robot by the command line; it is ended with the bench. */
  startRoutine(file: string): ChildProcess;
  /** Debugs a routine file from the command line, command by command; it is ended with the bench. */
  debugRoutine(path: string): CommandLine;
  /** Kills a process of the cell, which is started again. */
  kill(process: string): void;
  stop(): Promise<void>;
}

/** A debugger of the command line. */
export interface CommandLine {
  /** Enters a command; does not wait for what comes of it. */
  enter(command: string): void;
  /** All that it has printed. */
  printed(): string;
  /** Closes its input, and resolves with its exit code. */
  leave(): Promise<unknown>;
}

function commandLineOf(child: ChildProcessByStdio<Writable, Readable, Readable>): CommandLine {
  let printed = '';
  const read = (chunk: Buffer) => {
    printed += chunk;
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const exited = once(child, 'exit');
  return {
    enter: (command) => void child.stdin.write(`${command}\n`),
    printed: () => printed,
    async leave() {
      child.stdin.end();
      const [code] = await exited;
      return code;
    },
  };
}

export async function startBrowserBench(): Promise<BrowserBench> {
  const data = mkdtempSync(join(tmpdir(), 'cellwright-web-'));
  const env = { ...process.env, CELLWRIGHT_DATA: data, PORT: '0', VITEST: undefined, NODE_ENV: undefined };
  countStart('cell');
  const cell = spawn(process.execPath, [join(cellDist, 'main.js')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const { url, setUpLink } = await untilStarted(cell);
  const token = execFileSync(process.execPath, [join(cellDist, 'token.js'), '--name', 'browser'], { env })
    .toString()
    .trim();
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browsers = new Map<keyof typeof browserArgs, Promise<Browser>>();
  const browserOf = (kind: keyof typeof browserArgs): Promise<Browser> => {
    if (!browsers.has(kind)) countStart('browser');
    const open = browsers.get(kind) ?? chromium.launch({ executablePath, args: browserArgs[kind] });
    browsers.set(kind, open);
    return open;
  };
  const players: ChildProcess[] = [];
  return {
    url,
    token,
    setUpLink,
    async open(path, { isSignedIn = true, draws3D = false } = {}) {
      const browser = await browserOf(draws3D ? 'deep' : 'flat');
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, hasTouch: true });
      context.setDefaultTimeout(20_000);
      const page = await context.newPage();
      if (isSignedIn) {
        await page.addInitScript((secret) => sessionStorage.setItem('cellwright.token', secret), token);
      }
      await page.goto(`${url}${path}`);
      return page;
    },
    startRoutine(file) {
      const path = join(root, 'examples/routines', file);
      const player = spawn(process.execPath, [join(cellDist, 'routine.js'), 'run', path], { env, stdio: 'ignore' });
      players.push(player);
      return player;
    },
    debugRoutine(path) {
      const args = [join(cellDist, 'routine.js'), 'debug', path, '--release-brakes'];
      const player = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
      players.push(player);
      return commandLineOf(player);
    },
    kill(name) {
      const { processes } = runningSchema.parse(JSON.parse(readFileSync(join(data, 'running.json'), 'utf8')));
      const found = processes.find((each) => each.name === name);
      if (!found) throw new Error(`the cell has no process ${name}`);
      process.kill(found.pid, 'SIGKILL');
    },
    async stop() {
      for (const browser of browsers.values()) await (await browser).close();
      for (const player of players) player.kill('SIGKILL');
      const exited = once(cell, 'exit');
      cell.kill('SIGINT');
      await exited;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function untilStarted(cell: ChildProcess): Promise<{ url: string; setUpLink: string }> {
  let text = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the cell did not start:\n${text}`)), startWithinMS);
    const read = (chunk: Buffer) => {
      text += chunk;
      const url = /runs at (http:\S+)/.exec(text)?.[1];
      const setUpLink = /at (http:\S+\/setup#\S+)/.exec(text)?.[1];
      if (url === undefined || setUpLink === undefined) return;
      clearTimeout(timer);
      resolve({ url, setUpLink });
    };
    cell.stdout?.on('data', read);
    cell.stderr?.on('data', read);
    cell.once('exit', () => reject(new Error(`the cell ended:\n${text}`)));
  });
}
