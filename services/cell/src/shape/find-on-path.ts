import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where distributions put servers, which a user's PATH may leave out. */
const serverFolders = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

/** Full path of a program; undefined when it is not installed. */
export function findOnPath(command: string): string | undefined {
  return [...(process.env.PATH ?? '').split(delimiter), ...serverFolders]
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, command))
    .find((path) => existsSync(path));
}
