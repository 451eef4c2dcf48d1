// Debian packages as files: they are not installed, and their scripts do not run.
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../containers/commands.ts';

interface DebianOptions {
  readonly signal: AbortSignal;
}

/** Folders that are links into /usr on every current Debian. */
const merged = ['bin', 'sbin', 'lib', 'lib64'];

/** Extracts package files into a folder, one after the other. */
export async function extractPackages(
  files: readonly string[],
  target: string,
  { signal }: DebianOptions,
): Promise<void> {
  for (const name of merged) mkdirSync(join(target, 'usr', name), { recursive: true });
  for (const name of merged.filter((each) => !readdirSync(target).includes(each)))
    symlinkSync(`usr/${name}`, join(target, name));
  for (const file of files) {
    const script = 'dpkg-deb --fsys-tarfile "$1" | tar -x --keep-directory-symlink --no-same-owner -C "$2"';
    await run('bash', ['-o', 'pipefail', '-c', script, 'extract', file, target], { signal, withinMS: 120_000 });
  }
}

/**
 * Finds the downloaded file of each package.
 * @throws Error naming a package without one.
 */
export function findPackageFiles(folder: string, names: readonly string[]): string[] {
  const files = readdirSync(folder);
  return names.map((name) => {
    const file = files.filter((each) => each.startsWith(`${name}_`)).at(-1);
    if (file === undefined) throw new Error(`the package ${name} was not downloaded`);
    return join(folder, file);
  });
}

/** Downloads packages with all dependencies, as for a machine without any packages. Returns the files. */
export async function downloadClosure(
  names: readonly string[],
  folder: string,
  { signal }: DebianOptions,
): Promise<string[]> {
  const archives = join(folder, 'archives');
  mkdirSync(join(archives, 'partial'), { recursive: true });
  const status = join(folder, 'status');
  writeFileSync(status, '');
  const settings = {
    'Dir::State::status': status,
    'Dir::Cache::archives': archives,
    'Debug::NoLocking': '1',
    // Root downloads into a folder that the user of apt cannot write to.
    'APT::Sandbox::User': 'root',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const args = [...options, '-qq', '-y', '--no-install-recommends', '--download-only', 'install', ...names];
  await run('apt-get', args, { signal, withinMS: 600_000 });
  return readdirSync(archives)
    .filter((file) => file.endsWith('.deb'))
    .map((file) => join(archives, file));
}
