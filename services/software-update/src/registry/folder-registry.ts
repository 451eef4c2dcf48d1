import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { MissingFileError, type Registry } from './registry.ts';

/** Opens a registry in a folder, such as a stick. */
export function createFolderRegistry(location: string): Registry {
  return {
    location,
    async read(path, from, signal) {
      const inside = normalize(path);
      if (inside.startsWith('..') || inside.startsWith(sep)) throw new MissingFileError(path);
      const file = join(location, inside);
      const found = await stat(file).catch(() => undefined);
      if (!found?.isFile()) throw new MissingFileError(path);
      return { from, bytes: readChunks(file, from, signal) };
    },
  };
}

/** Opens the file when the first chunk is read. */
async function* readChunks(file: string, start: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file, { start, signal });
}
