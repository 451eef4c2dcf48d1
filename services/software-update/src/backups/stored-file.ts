import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { ProductError } from '@cellwright/domain/basics';

/** File of a backup, with its size in bytes and SHA-256 when it was written and verified. */
export interface StoredFile {
  readonly file: string;
  readonly size: number;
  readonly sha256: string;
}

const missing = 'The file of this backup is missing. Use another backup, and delete this one';
const changed = 'The file of this backup was changed or is incomplete. Use another backup, and delete this one';
const unavailableCodes: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);
/** Refuses links, and never waits for the writer of a pipe. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens the file of a backup for reading.
 * @throws ProductError when it is missing, is a link or another kind of file, or has another size.
 */
export async function openStoredFile({ file, size }: Omit<StoredFile, 'sha256'>): Promise<FileHandle> {
  const handle = await open(file, flags).catch((error: NodeJS.ErrnoException) => {
    if (unavailableCodes.has(error.code ?? '')) throw new ProductError('conflict', missing);
    throw error.code === 'ELOOP' ? new ProductError('conflict', changed) : error;
  });
  try {
    const facts = await handle.stat();
    if (!facts.isFile() || facts.size !== size) throw new ProductError('conflict', changed);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** @throws ProductError when the content is not the one that was written. */
export async function requireWritten(handle: FileHandle, { sha256 }: Pick<StoredFile, 'sha256'>): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) hash.update(chunk);
  if (hash.digest('hex') !== sha256) throw new ProductError('conflict', changed);
}
