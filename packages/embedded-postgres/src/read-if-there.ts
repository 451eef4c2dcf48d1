import { readFile } from 'node:fs/promises';

/** Returns the text of a file; undefined when it does not exist. @throws Error when it cannot be read. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
