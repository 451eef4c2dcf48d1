/**
 * Starts a whole cell on one machine: the services, most of them in this process or each in a separate one, with the
 * database and the robot controllers, and keeps them running. `npm start` runs it.
 */

import { parseArgs } from 'node:util';
import { ProductError, rest } from '@cellwright/domain/basics';
import { EmbeddedPostgresError } from '@cellwright/embedded-postgres';
import {
  type Lifecycle,
  loadConfig,
  runService,
  type ServiceContext,
  systemClock,
  timeScaleConfig,
} from '@cellwright/service-kit';
import { MigrationError } from '@cellwright/service-kit/postgres';
import { raisePriority } from '@cellwright/service-kit/priority';
import * as z from 'zod';
import { createCellClient } from './cli/cell-client.ts';
import { configSchema } from './config.ts';
import { openAnnouncement } from './data/announcement.ts';
import { openDataFolder, readAnnouncement, readOrMakeAdminKey } from './data/data-folder.ts';
import { httpsSettings, refuseUnusableAddress } from './refuse-address.ts';
import type { RunningCell, ShapeContext } from './shape/shape.ts';
import { StartError } from './start-error.ts';
import { refuseSecondCell, stopOrphans } from './supervision/orphans.ts';
import { startOnFreePorts } from './supervision/start-on-free-ports.ts';
import type { CellProcess } from './supervision/supervisor.ts';
import { createTerminalLog } from './terminal-log.ts';
import { httpsHostOf, openCellTLS } from './tls/cell-tls.ts';

/** A cell's terminal is for users: only warnings and errors are logged there by default. */
process.env.LOG_LEVEL ||= 'WARN';
const setUpLinkWithinMS = 10_000;
const setUpLinkRetryMS = 100;
const isHub = process.argv.includes('--hub');

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
    await refuseUnusableAddress(httpsHostOf(config), config.HTTPS_PORT ?? 0, httpsSettings);
    const tls = await openCellTLS(config, folder, systemClock.wallNow());
    const announcement = await openAnnouncement(folder);
    lifecycle.onStop('announcement', announcement.withdraw);
    const onProgress = (message: string) => process.stdout.write(`${message}…\n`);
    const shape = await chooseShape(process.argv);
    const onProcess = (started: CellProcess) => void announcement.note(started);
    const start = (parts: Lifecycle) =>
      shape({ ...context, lifecycle: parts, config, folder, adminKey, tls, onProgress, onProcess });
    const { url, httpsUrl, untilReady } = await startOnFreePorts(start, {
      lifecycle,
      log: context.log,
      fixedPort: config.PORT,
    });
    // Before the cell is announced: a newer link ends an older one, which a user may have requested by then.
    const setUpLink = await readSetUpLink(url, adminKey, context);
    announcement.publish({ url, httpsUrl });
    await untilReady();
    const { CELL_TIME_SCALE: timeScale } = loadConfig(z.object(timeScaleConfig), env);
    if (timeScale !== 1) process.stdout.write(`Simulated time is ${timeScale} times as fast as real time.\n`);
    process.stdout.write((isHub ? welcomeToHub : welcome)({ url, httpsUrl, fingerprint: tls.fingerprint, setUpLink }));
  },
  {
    explain: explainStartError,
    logTo: process.stdout.isTTY ? createTerminalLog((line) => void process.stdout.write(line)) : undefined,
  },
);

async function chooseShape(args: readonly string[]): Promise<(context: ShapeContext) => Promise<RunningCell>> {
  if (isHub) return (await import('./shape/hub.ts')).startHub;
  if (args.includes('--processes')) return (await import('./shape/processes.ts')).startProcesses;
  return (await import('./shape/compact.ts')).startCompact;
}

function refuseUnknownArguments(args: string[]): void {
  try {
    parseArgs({ args, options: { processes: { type: 'boolean' }, hub: { type: 'boolean' } } });
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

/**
 * Printed at every start until there is a user; without one, only the command line can use the cell. The gateway
 * answers before it has found identity: this is repeated until then.
 */
async function readSetUpLink(
  url: string,
  adminKey: string,
  { log, lifecycle }: Pick<ServiceContext, 'log' | 'lifecycle'>,
): Promise<string | null> {
  const client = createCellClient({ url, adminKey });
  const end = systemClock.now() + setUpLinkWithinMS;
  for (;;) {
    try {
      return await client.createSetUpLink();
    } catch (error) {
      lifecycle.stopping.throwIfAborted();
      if (systemClock.now() > end) {
        log.warn('no set-up link could be made; make one with npm run -s setup', { error });
        return null;
      }
      await rest(systemClock, setUpLinkRetryMS, lifecycle.stopping);
    }
  }
}

interface Welcome {
  readonly url: string;
  readonly httpsUrl: string;
  readonly fingerprint: string | undefined;
  readonly setUpLink: string | null;
}

function welcome({ url, httpsUrl, fingerprint, setUpLink }: Welcome): string {
  const trust =
    fingerprint === undefined
      ? ''
      : `\nDevices trust its HTTPS certificate once they have its authority: ${url}/trust\nSHA-256 fingerprint of the authority: ${fingerprint}\n`;
  const first = setUpLink === null ? '' : `\nMake the first user, once, at ${url}${setUpLink}\n`;
  return `
Cellwright runs at ${url}
and, over HTTPS, at ${httpsUrl}
${trust}${first}
Open it in a browser. Or try, in another terminal:
  npm run routine -- run examples/routines/pick-and-place.json
  npm run -s example                   more routines to try, set up on this cell
  npm run -s token -- --name me        a token, to sign in and for the API
Ctrl-C stops the cell; its data stays.
`;
}

function welcomeToHub({ url, httpsUrl, setUpLink }: Welcome): string {
  const first = setUpLink === null ? '' : `\nMake the first user, once, at ${url}${setUpLink}\n`;
  return `
Cellwright runs at ${url} as the hub of a fleet
and, over HTTPS, at ${httpsUrl}
${first}
Enrol a box on that page, and join it with the code:
  npm run -s call -- joinFleet '{"hubURL":"${url}","code":"…"}'
Ctrl-C stops the hub; its data stays.
`;
}
