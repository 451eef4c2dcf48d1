import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Folders in which distributions install servers, which a user's PATH may not contain. */
const serverFolders = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

/** Returns the full path of a program; undefined when it is not installed. */
export function findOnPath(command: string): string | undefined {
  return [...(process.env.PATH ?? '').split(delimiter), ...serverFolders]
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, command))
    .find((path) => existsSync(path));
}
