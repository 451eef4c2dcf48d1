import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@cellwright/domain/basics';
import { MissingFileError, type Registry } from '../registry/registry.ts';
import { UntrustedRegistryError } from '../trust/attacks.ts';
import type { SignedFile } from '../trust/builds-client.ts';

/** Times that a download continues after it broke off. */
export const maxContinuations = 10;
const firstDelayMS = 500;
const longestDelayMS = 30_000;

export interface DownloadOptions {
  readonly registry: Registry;
  readonly file: SignedFile;
  /** Folder of downloads. A part remains in it, so that the next try continues. */
  readonly folder: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Returns where a file is stored once it is complete. */
export function locateDownload(folder: string, file: Pick<SignedFile, 'sha256'>): string {
  return join(folder, file.sha256);
}

/**
 * Downloads a file, and continues where it broke off, also after a restart. Returns its place when its content is the
 * signed one.
 * @throws UntrustedRegistryError when there is more data than signed, or other data; Error after too many breaks.
 */
export async function downloadFile(options: DownloadOptions): Promise<string> {
  const { file, folder, clock, signal } = options;
  const complete = locateDownload(folder, file);
  const part = `${complete}.part`;
  if (await hasSize(complete, file.length)) return complete;
  await mkdir(folder, { recursive: true });
  for (let breaks = 0; ; breaks += 1) {
    try {
      await continuePart(part, options);
      break;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UntrustedRegistryError || error instanceof MissingFileError) throw error;
      if (breaks >= maxContinuations) {
        const why = error instanceof Error ? error.message : String(error);
        throw new Error(
          `The download of ${file.path} broke off ${breaks + 1} times (${why}). Check the network and try again; it continues where it is`,
          { cause: error },
        );
      }
      await clock.sleep(Math.min(firstDelayMS * 2 ** breaks, longestDelayMS), signal);
    }
  }
  await requireContent(part, file);
  await rename(part, complete);
  return complete;
}

async function hasSize(path: string, size: number): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.size === size;
}

/** Appends to the part until it is complete. @throws Error when the connection ends before. */
async function continuePart(part: string, { registry, file, signal }: DownloadOptions): Promise<void> {
  const present = (await stat(part).catch(() => undefined))?.size ?? 0;
  if (present === file.length) return;
  const { from, bytes } = await registry.read(file.storedPath, present, signal);
  if (from !== present) await truncate(part, from);
  let size = from;
  const output = await open(part, 'a');
  try {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > file.length) break;
      await output.write(chunk);
    }
    await output.datasync();
  } finally {
    await output.close();
  }
  if (size > file.length) {
    await rm(part);
    throw new UntrustedRegistryError('endlessData', new Error(`${file.path} has more than ${file.length} bytes`));
  }
  if (size < file.length) throw new Error(`the connection ended after ${size} of ${file.length} bytes`);
}

/**
 * Checks that a file has the signed content, and removes it otherwise.
 * @throws UntrustedRegistryError
 */
export async function requireContent(path: string, file: SignedFile): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  const found = hash.digest('hex');
  if (found === file.sha256) return;
  await rm(path, { force: true });
  throw new UntrustedRegistryError(
    'mixAndMatch',
    new Error(`${file.path} has the SHA-256 ${found}, not ${file.sha256}`),
  );
}
