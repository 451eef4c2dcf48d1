/**
 * A whole cell on one machine: starts the services, most of them in this process or each in its own, with the database and the robot
 * controllers, and keeps them running. `npm start` runs it.
 */

import { parseArgs } from 'node:util';
import { ProductError } from '@cellwright/domain';
import { EmbeddedPostgresError } from '@cellwright/embedded-postgres';
import { type Logger, loadConfig, runService, timeScaleConfig } from '@cellwright/service-kit';
import { MigrationError } from '@cellwright/service-kit/postgres';
import { raisePriority } from '@cellwright/service-kit/priority';
import * as z from 'zod';
import { createCellClient } from './cli/cell-client.ts';
import { configSchema } from './config.ts';
import { openAnnouncement } from './data/announcement.ts';
import { openDataFolder, readAnnouncement, readOrMakeAdminKey } from './data/data-folder.ts';
import { refuseUnusableAddress } from './refuse-address.ts';
import { StartError } from './start-error.ts';
import { refuseSecondCell, stopOrphans } from './supervision/orphans.ts';
import type { CellProcess } from './supervision/supervisor.ts';
import { createTerminalLog } from './terminal-log.ts';

/** A cell's terminal is for people: only what needs attention is logged there unless somebody asks for more. */
process.env.LOG_LEVEL ||= 'WARN';
const isProcesses = process.argv.includes('--processes');

await runService(
  'cell',
  async (context) => {
    const { env, lifecycle } = context;
    // First, so that every process of the cell inherits it.
    raisePriority('cell');
    refuseUnknownArguments(process.argv.slice(2));
    const config = loadConfig(configSchema, env);
    const folder = openDataFolder(config.CELLWRIGHT_DATA);
    const adminKey = readOrMakeAdminKey(folder);
    const former = readAnnouncement(folder.path);
    await refuseSecondCell(former, folder.path);
    await stopOrphans(former, context.log);
    await refuseUnusableAddress(config.HOST, config.PORT);
    const announcement = await openAnnouncement(folder);
    lifecycle.onStop('announcement', announcement.withdraw);
    const onProgress = (message: string) => process.stdout.write(`${message}…\n`);
    const shape = isProcesses
      ? (await import('./shape/processes.ts')).startProcesses
      : (await import('./shape/compact.ts')).startCompact;
    const onProcess = (started: CellProcess) => void announcement.note(started);
    const { url } = await shape({ ...context, config, folder, adminKey, onProgress, onProcess });
    announcement.publish(url);
    const { CELL_TIME_SCALE: timeScale } = loadConfig(z.object(timeScaleConfig), env);
    if (timeScale !== 1) process.stdout.write(`Simulated time is ${timeScale} times as fast as real time.\n`);
    process.stdout.write(welcome(url, await readSetUpLink(url, adminKey, context.log)));
  },
  {
    explain: explainStartError,
    logTo: process.stdout.isTTY ? createTerminalLog((line) => void process.stdout.write(line)) : undefined,
  },
);

function refuseUnknownArguments(args: string[]): void {
  try {
    parseArgs({ args, options: { processes: { type: 'boolean' } } });
  } catch {
    throw new StartError(
      `Unknown arguments: ${args.join(' ')}. Use npm start, or npm start -- --processes for one process per service`,
    );
  }
}

function explainStartError(error: unknown): string | undefined {
  const isForPeople =
    error instanceof StartError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof MigrationError ||
    error instanceof ProductError;
  return isForPeople ? error.message : undefined;
}

/** Printed at every start until there is a user; without it the cell is used by its own command line all the same. */
async function readSetUpLink(url: string, adminKey: string, log: Logger): Promise<string | null> {
  try {
    return await createCellClient({ url, adminKey }).createSetUpLink();
  } catch (error) {
    log.warn('there is no set-up link to show now; start again to get one', { error });
    return null;
  }
}

function welcome(url: string, setUpLink: string | null): string {
  const first = setUpLink === null ? '' : `\nMake the first user, once, at ${url}${setUpLink}\n`;
  return `
Cellwright runs at ${url}
${first}
Open it in a browser. Or try, in another terminal:
  npm run routine -- run examples/routines/pick-and-place.json
  npm run -s token -- --name me        a token, to sign in and for the API
Ctrl-C stops the cell; its data stays.
`;
}
