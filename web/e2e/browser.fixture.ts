import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readAdminKey, startCellProcess } from './cell-process.fixture.ts';
import { launchBrowser } from './chromium.fixture.ts';
import { type CellCommands, createCellCommands } from './commands.fixture.ts';
import { createPageOpener, type PageOpener } from './page-opener.fixture.ts';
import { type AdministeredCell, makeOwner, makeToken, type SeenUser } from './people.fixture.ts';

const processesSchema = z.array(z.object({ name: z.string(), pid: z.number() }));
/** Entry of the data folder that lists the processes of a cell. */
const runningSchema = z.object({ pid: z.number(), processes: processesSchema });

/** Continues what was suspended, as far as it still exists. */
export type Thaw = () => void;

/** Built product with its browser UI and a real browser. */
export interface BrowserBench extends AdministeredCell, Pick<PageOpener, 'open'>, Omit<CellCommands, 'stop'> {
  /** Developer token for programs. */
  readonly token: string;
  /** Address where the first user is created, as the cell prints it. A signed-in page uses it up. */
  readonly setUpLink: string;
  /** Creates the first user if necessary. */
  makeOwner(): Promise<SeenUser>;
  /** Kills a process of the cell, which restarts it. */
  kill(process: string): void;
  /** Suspends a process of the cell with its children; 'cell' is the one that starts the others. */
  freeze(process: string): Thaw;
  stop(): Promise<void>;
}

/** Starts a separate cell with these settings, and a browser. */
export async function startBrowserBench(env: Readonly<Record<string, string>> = {}): Promise<BrowserBench> {
  const { url, dataPath, setUpLink, stop } = await startCellProcess(env);
  const adminKey = readAdminKey(dataPath);
  const commands = createCellCommands(dataPath);
  let owner: Promise<SeenUser> | undefined;
  const getOwner = () => {
    owner ??= makeOwner(url, setUpLink);
    return owner;
  };
  const opener = createPageOpener({ url, user: getOwner, openFlat: () => launchBrowser('flat') });
  return {
    url,
    setUpLink,
    adminKey,
    token: await makeToken({ url, adminKey }, 'browser'),
    makeOwner: getOwner,
    open: opener.open,
    startRoutine: commands.startRoutine,
    startEndless: commands.startEndless,
    debugRoutine: commands.debugRoutine,
    kill: (name) => void process.kill(findProcess(dataPath, name), 'SIGKILL'),
    freeze: (name) => freezeTree(findProcess(dataPath, name), name !== 'cell'),
    async stop() {
      await opener.close();
      commands.stop();
      await stop();
    },
  };
}

/** Returns the id of a process of a cell. @throws Error if there is none of this name. */
function findProcess(dataPath: string, name: string): number {
  const { pid, processes } = runningSchema.parse(JSON.parse(readFileSync(join(dataPath, 'running.json'), 'utf8')));
  const found = name === 'cell' ? pid : processes.find((each) => each.name === name)?.pid;
  if (found === undefined) throw new Error(`The cell has no process ${name}`);
  return found;
}

function freezeTree(pid: number, withChildren: boolean): Thaw {
  const frozen = [pid, ...(withChildren ? listChildren(pid) : [])].filter((each) => trySignal(each, 'SIGSTOP'));
  return () => {
    for (const each of frozen) trySignal(each, 'SIGCONT');
  };
}

function listChildren(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

/** Returns false if the process has ended. */
function trySignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
