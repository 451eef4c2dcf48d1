/**
 * A whole cell on one machine: starts the services, in this process or in one each, with the database and the robot
 * controllers, and keeps them running. `npm start` runs it.
 */

import { parseArgs } from 'node:util';
import { ProductError } from '@cellwright/domain';
import { EmbeddedPostgresError } from '@cellwright/embedded-postgres';
import { loadConfig, runService } from '@cellwright/service-kit';
import { MigrationError } from '@cellwright/service-kit/postgres';
import { raisePriority } from '@cellwright/service-kit/priority';
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
    raisePriority();
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
      : (await import('./shape/one-process.ts')).startOneProcess;
    const onProcess = (started: CellProcess) => void announcement.note(started);
    const { url } = await shape({ ...context, config, folder, adminKey, onProgress, onProcess });
    announcement.publish(url);
    process.stdout.write(welcome(url));
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

function welcome(url: string): string {
  return `
Cellwright runs at ${url}

Try, in another terminal:
  npm run routine -- run examples/routines/pick-and-place.json
  npm run -s token -- --name me        a token for the API, which ${url} describes
Ctrl-C stops the cell; its data stays.
`;
}
