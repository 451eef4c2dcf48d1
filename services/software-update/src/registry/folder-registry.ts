import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { MissingFileError, type Registry } from './registry.ts';

/** Opens a registry in a folder, such as a stick. Files outside the folder are refused, also behind a link. */
export function createFolderRegistry(location: string): Registry {
  return {
    location,
    async read(path, from, signal) {
      const root = await realpath(location).catch(() => undefined);
      const file = await realpath(join(location, path)).catch(() => undefined);
      const isInside = root !== undefined && file?.startsWith(root === sep ? sep : `${root}${sep}`);
      if (file === undefined || !isInside || !(await stat(file)).isFile()) throw new MissingFileError(path);
      return { from, bytes: readChunks(file, from, signal) };
    },
  };
}

/** Opens the file when the first chunk is read. */
async function* readChunks(file: string, start: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file, { start, signal });
}
