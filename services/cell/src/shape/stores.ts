import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, chooseAccount, runsAsRoot } from '@cellwright/embedded-postgres';
import { StartError } from '../start-error.ts';
import { findFreePort } from '../supervision/port-blocks.ts';
import { waitForPort } from '../supervision/wait-for-port.ts';
import { findOnPath } from './find-on-path.ts';
import type { Env, Supervise } from './service-processes.ts';
import type { ShapeContext } from './shape.ts';

const natsUser = 'cellwright';

/**
 * Returns the services' environment for NATS: a server configured with NATS_URL, or one started here with a new
 * password.
 */
export async function openNats({ config, folder, env }: ShapeContext, supervise: Supervise): Promise<Env> {
  if (config.NATS_URL) return { NATS_URL: config.NATS_URL };
  const command = requireServer('nats-server', 'The shape --processes', 'name a server with NATS_URL');
  const port = await findFreePort();
  const account = await accountOf(folder.databasePath);
  mkdirSync(folder.natsPath, { recursive: true, mode: 0o700 });
  const home = homeOf(account, folder.natsPath);
  // Begins with a letter: the server would parse a value that begins with a digit as a number.
  const password = `n${randomBytes(32).toString('hex')}`;
  writeFileSync(join(folder.natsPath, 'nats.conf'), natsConfig(home), { mode: 0o600 });
  if (account) giveTo(account, folder.natsPath);
  await supervise({
    name: 'nats',
    command,
    args: ['-c', join(home, 'nats.conf'), '-a', '127.0.0.1', '-p', String(port)],
    env: { PATH: env.PATH, NATS_PASSWORD: password },
    cwd: folder.natsPath,
    account,
    port,
    waitUntilReady: (signal) => waitForPort(port, signal),
  });
  return { NATS_URL: `nats://127.0.0.1:${port}`, NATS_USER: natsUser, NATS_PASSWORD: password };
}

/**
 * Returns the path by which a server reaches its folder: its working directory, even if its user may not enter the
 * folders above.
 */
export function homeOf(account: Account | undefined, folder: string): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : folder;
}

/** The server reads the password from its environment. */
function natsConfig(home: string): string {
  return `jetstream { store_dir: ${JSON.stringify(home)} }
authorization { user: ${natsUser}, password: $NATS_PASSWORD }
`;
}

/** Returns the URL of Redis: a server configured with REDIS_URL, or one started here with a new password. */
export async function openRedis({ config, folder, env }: ShapeContext, supervise: Supervise): Promise<string> {
  if (config.REDIS_URL) return config.REDIS_URL;
  const command = requireServer('redis-server', 'The shape --processes', 'name a server with REDIS_URL');
  const port = await findFreePort();
  const password = randomBytes(32).toString('hex');
  // Only contains data that may be lost, so nothing is written to disk.
  const settings = ['bind 127.0.0.1', `port ${port}`, 'save ""', 'appendonly no', `requirepass ${password}`];
  await supervise({
    name: 'redis',
    command,
    args: ['-'],
    input: `${settings.join('\n')}\n`,
    env: { PATH: env.PATH },
    cwd: '/',
    account: await accountOf(folder.databasePath),
    port,
    waitUntilReady: (signal) => waitForPort(port, signal),
  });
  return `redis://:${password}@127.0.0.1:${port}`;
}

/** Returns the unprivileged user of the embedded database; none when this process itself is unprivileged. */
export async function accountOf(databasePath: string): Promise<Account | undefined> {
  return runsAsRoot() ? await chooseAccount(databasePath) : undefined;
}

/** Includes files that an earlier start left to root. */
export function giveTo({ uid, gid }: Account, folder: string): void {
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { recursive: true })) chownSync(join(folder, String(entry)), uid, gid);
}

/** Returns the path of a server. @throws StartError with `way`, another way than to install it, if there is none. */
export function requireServer(command: string, needer: string, way?: string): string {
  const found = findOnPath(command);
  if (found) return found;
  throw new StartError(
    `${needer} needs ${command}, which is not on the PATH. Install it (Debian: apt-get install ${command})${way ? `, or ${way}` : ''}`,
  );
}
