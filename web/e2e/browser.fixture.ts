import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readAdminKey, startCellProcess } from './cell-process.fixture.ts';
import { launchBrowser } from './chromium.fixture.ts';
import { type CellCommands, createCellCommands } from './commands.fixture.ts';
import { createPageOpener, type PageOpener } from './page-opener.fixture.ts';
import { type AdministeredCell, makeOwner, makeToken, type SeenUser } from './people.fixture.ts';

/** Entry of the data folder that lists the processes of a cell. */
const runningSchema = z.object({ processes: z.array(z.object({ name: z.string(), pid: z.number() })) });

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
  stop(): Promise<void>;
}

/** Starts a separate cell and browser. */
export async function startBrowserBench(): Promise<BrowserBench> {
  const { url, dataPath, setUpLink, stop } = await startCellProcess();
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
    kill(name) {
      const { processes } = runningSchema.parse(JSON.parse(readFileSync(join(dataPath, 'running.json'), 'utf8')));
      const found = processes.find((each) => each.name === name);
      if (!found) throw new Error(`The cell has no process ${name}`);
      process.kill(found.pid, 'SIGKILL');
    },
    async stop() {
      await opener.close();
      commands.stop();
      await stop();
    },
  };
}
