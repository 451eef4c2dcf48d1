import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, canReach } from './account.ts';
import { locatePackage, makeUsable, type PostgresPackage } from './install.ts';

const run = promisify(execFile);
/** A user who owns nothing here and is in none of our groups. */
const stranger: Account = { name: 'stranger', uid: 54_321, gid: 54_321 };

let root: string;
let found: PostgresPackage;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'cellwright-install-'));
  await chmod(root, 0o755);
  const original = await locatePackage();
  found = { directory: join(root, 'package', 'native'), version: original.version };
  await cp(original.directory, found.directory, { recursive: true });
});
afterAll(() => rm(root, { recursive: true, force: true }));

beforeEach(async () => {
  await chmod(join(root, 'package'), 0o755);
  await chmod(found.directory, 0o755);
  await rm(copies(), { recursive: true, force: true });
  // The state after a package manager without install scripts: no library links.
  for (const name of await readdir(join(found.directory, 'lib'))) {
    const path = join(found.directory, 'lib', name);
    if ((await lstat(path)).isSymbolicLink()) await rm(path);
  }
});

const copies = () => join(root, 'copies');
const version = async (directory: string) => (await run(join(directory, 'bin', 'postgres'), ['--version'])).stdout;

describe('prepareInstall', { timeout: 60_000 }, () => {
  test('uses the install in place, with the library links that its install script would have created', async () => {
    const { directory, majorVersion } = await makeUsable(found, undefined, copies());
    expect(directory).toBe(found.directory);
    expect(await readlink(join(directory, 'lib', 'libicuuc.so.60'))).toMatch(/^libicuuc\.so\.60\.\d+$/);
    expect(await version(directory)).toContain(` ${majorVersion}.`);
  });

  test('copies an install in a folder that the database user cannot enter', async () => {
    await chmod(join(root, 'package'), 0o700);
    const { directory } = await makeUsable(found, stranger, copies());
    expect(directory.startsWith(copies())).toBe(true);
    expect(await canReach(join(directory, 'bin', 'postgres'), stranger)).toBe(true);
    expect(await version(directory)).toContain('PostgreSQL');
    expect((await makeUsable(found, stranger, copies())).directory).toBe(directory);
  });

  inExhaustiveRuns(() => {
    test('copies an install once when several processes start together', async () => {
      await chmod(join(root, 'package'), 0o700);
      const all = await Promise.all([1, 2, 3].map(() => makeUsable(found, stranger, copies())));
      expect(new Set(all.map(({ directory }) => directory)).size).toBe(1);
      expect(await version(all[0]?.directory ?? '')).toContain('PostgreSQL');
    });

    test('explains in one sentence that an install cannot be copied', async () => {
      await chmod(join(root, 'package'), 0o700);
      await symlink('/proc/version', copies());
      await expect(makeUsable(found, stranger, copies())).rejects.toThrow(
        /^The database's user cannot read .* Install Cellwright in a folder that every user may read$/,
      );
    });
  });
});

describe('canReach', () => {
  test('requires access to every folder above a file', async () => {
    const binary = join(found.directory, 'bin', 'postgres');
    expect(await canReach(binary, stranger)).toBe(true);
    await chmod(found.directory, 0o750);
    expect(await canReach(binary, stranger)).toBe(false);
  });
});
