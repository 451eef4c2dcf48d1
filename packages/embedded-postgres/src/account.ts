import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './error.ts';
import { readIfThere } from './read-if-there.ts';

/** System user that runs the database. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** True if this process must run the database as another user: Postgres refuses to run as root. */
export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Returns the account for a cluster when this process is root: its present owner, else a system user without rights.
 */
export async function chooseAccount(clusterDirectory: string): Promise<Account> {
  const accounts = await readAccounts();
  // Missing before the first start.
  const owner = await stat(clusterDirectory).catch(() => undefined);
  if (owner && owner.uid !== 0) {
    return {
      name: accounts.find(({ uid }) => uid === owner.uid)?.name ?? String(owner.uid),
      uid: owner.uid,
      gid: owner.gid,
    };
  }
  const account = accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody');
  if (!account || account.uid === 0) {
    throw new EmbeddedPostgresError(
      "The database and other servers do not run as root, and this machine has neither a user 'postgres' nor 'nobody'. Start Cellwright as an ordinary user",
    );
  }
  return account;
}

async function readAccounts(): Promise<Account[]> {
  const lines = ((await readIfThere('/etc/passwd')) ?? '').split('\n');
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/** True if the account may enter every directory above `path` and read `path` itself. */
export async function canReach(path: string, { uid, gid }: Account): Promise<boolean> {
  const bitsFor = ({ mode, uid: owner, gid: group }: { mode: number; uid: number; gid: number }) =>
    owner === uid ? mode >> 6 : group === gid ? mode >> 3 : mode;
  const own = await stat(path);
  const needed = own.isDirectory() ? 0b101 : 0b100;
  if ((bitsFor(own) & needed) !== needed) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((bitsFor(await stat(folder)) & 1) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
