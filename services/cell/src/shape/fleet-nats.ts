import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, canReach } from '@cellwright/embedded-postgres';
import { createHubKeys, describeFleetServer, type HubKeys, hubKeysSchema } from '@cellwright/fleet';
import { writeAtomically } from '../data/write-atomically.ts';
import { waitForPort } from '../supervision/wait-for-port.ts';
import type { Supervise } from './service-processes.ts';
import type { ShapeContext } from './shape.ts';
import { accountOf, giveTo, homeOf, requireServer } from './stores.ts';

/** The NATS server to which the boxes of a fleet connect. */
export interface FleetNats {
  /** Address for the hub itself. */
  readonly url: string;
  readonly keysFile: string;
}

/** Starts the NATS server of a fleet, with the keys of the data folder. The first start creates them. */
export async function openFleetNats({ config, folder, env }: ShapeContext, supervise: Supervise): Promise<FleetNats> {
  const port = config.FLEET_NATS_PORT;
  const { keys, keysFile } = await readOrMakeKeys(join(folder.path, 'hub'));
  const account = await accountOf(folder.databasePath);
  mkdirSync(folder.natsPath, { recursive: true, mode: 0o700 });
  const home = homeOf(account, folder.natsPath);
  const command = await placeServer(folder.natsPath, account);
  const text = describeFleetServer({ keys, folder: join(home, 'accounts') });
  writeFileSync(join(folder.natsPath, 'fleet.conf'), text, { mode: 0o600 });
  if (account) giveTo(account, folder.natsPath);
  const host = config.HOST;
  await supervise({
    name: 'nats',
    command,
    args: ['-c', join(home, 'fleet.conf'), '-a', host, '-p', String(port)],
    // When all boxes return at once, their buffers soon become garbage.
    env: { PATH: env.PATH, GOGC: '50' },
    cwd: folder.natsPath,
    account,
    port,
    waitUntilReady: (signal) => waitForPort(port, signal),
  });
  return { url: `nats://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`, keysFile };
}

/** Returns the path of the server for its user, who may not be able to enter the folder where it is installed. */
async function placeServer(folder: string, account: Account | undefined): Promise<string> {
  const installed = requireServer('nats-server', 'The hub');
  if (!account || (await canReach(installed, account))) return installed;
  const copy = join(folder, 'nats-server');
  rmSync(copy, { force: true });
  copyFileSync(installed, copy);
  return join(homeOf(account, folder), 'nats-server');
}

async function readOrMakeKeys(folder: string): Promise<{ keys: HubKeys; keysFile: string }> {
  const keysFile = join(folder, 'keys.json');
  if (existsSync(keysFile)) return { keys: hubKeysSchema.parse(JSON.parse(readFileSync(keysFile, 'utf8'))), keysFile };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { keys, operatorSeed } = await createHubKeys();
  // Only needed to replace the signing key: to be moved to a safe place.
  writeAtomically(join(folder, 'operator.seed'), `${operatorSeed}\n`);
  writeAtomically(keysFile, JSON.stringify(keys));
  return { keys, keysFile };
}
