import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders below which Linux mounts sticks. */
export const stickRoots = ['/media', '/run/media', '/mnt'] as const;

/** A stick is mounted below a folder of its user, and its builds can be in a folder of the stick. */
const maxDepth = 3;
const maxFolders = 500;

/** Returns the folders below the roots that contain a registry of builds. */
export async function findSticks(roots: readonly string[] = stickRoots): Promise<string[]> {
  const found: string[] = [];
  let waiting = [...roots];
  let seen = 0;
  for (let depth = 0; depth <= maxDepth; depth += 1) {
    const next: string[] = [];
    for (const folder of waiting) {
      seen += 1;
      if (seen > maxFolders) return found;
      if (await isRegistry(folder)) found.push(folder);
      else next.push(...(await listFolders(folder)));
    }
    waiting = next;
  }
  return found;
}

async function isRegistry(folder: string): Promise<boolean> {
  const timestamp = await stat(join(folder, 'metadata', 'timestamp.json')).catch(() => undefined);
  return timestamp?.isFile() === true;
}

/** Returns the subfolders of a folder; none if it cannot be read. */
async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => join(folder, name))
    .sort();
}
