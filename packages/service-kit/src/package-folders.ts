import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Result } from '@cellwright/domain/basics';
import * as z from 'zod';

/** Setting of services that load packages of kinds: the folder with a folder for each package. */
export const packagesConfig = { KINDS_FOLDER: z.string().min(1).optional() };

const manifestName = 'cellwright.json';
const maxManifestBytes = 256 * 1024;
const maxPackages = 50;

/** A folder of a package with the text of its manifest. */
export interface FoundPackage {
  readonly folder: string;
  readonly manifest: Result<string, string>;
}

/** Reads the manifest in each folder of `path`, in the order of their names. Without such a folder there are none. */
export function readPackageFolders(path: string | undefined): readonly FoundPackage[] {
  if (path === undefined) return [];
  return listFolders(path).map((folder, index) => ({
    folder,
    manifest:
      index < maxPackages
        ? readPackageFile(path, folder, manifestName, maxManifestBytes)
        : { ok: false, error: `At most ${maxPackages} packages are loaded. Remove some` },
  }));
}

/** Reads a file of a package as text. Refuses files outside its folder, also behind a link, and files that are too large. */
export function readPackageFile(path: string, folder: string, name: string, maxBytes: number): Result<string, string> {
  try {
    const root = realpathSync(join(path, folder));
    const file = realpathSync(join(root, name));
    if (!file.startsWith(root + sep)) return { ok: false, error: `${name} is outside the folder of the package` };
    const stats = statSync(file);
    // Reading a pipe or device would not end.
    if (!stats.isFile()) return { ok: false, error: `${name} is not a file` };
    const { size } = stats;
    if (size > maxBytes) return { ok: false, error: `${name} is larger than ${Math.floor(maxBytes / 1024)} kB` };
    return { ok: true, value: readFileSync(file, 'utf8') };
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return { ok: false, error: isMissing ? `It has no file ${name}` : `${name} cannot be read: ${String(error)}` };
  }
}

function listFolders(path: string): readonly string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
      .map(({ name }) => name)
      .sort();
  } catch {
    // A cell without packages has no such folder.
    return [];
  }
}
