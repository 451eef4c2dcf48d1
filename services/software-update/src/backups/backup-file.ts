import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, pipeline, Readable, type Transform, type Writable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { type DumpHeader, type DumpSummary, dumpSchemas, type TableSummary } from './dump.ts';
import { damaged, RestoreError, restoreDump, summarise } from './restore.ts';
import type { RestoreRules } from './restore-rules.ts';
import { seal, unseal } from './sealed-stream.ts';
import { openStoredFile, requireWritten, type StoredFile } from './stored-file.ts';

/** Database of a backup, as the owner of all tables. */
export interface BackupDatabase {
  readonly url: string;
  readonly schemas: readonly string[];
  /** Rows that a restore does not bring back. Default: none. */
  readonly rules?: RestoreRules;
  /** Makes the tables of this version in an empty database. */
  migrate(url: string): Promise<void>;
}

export interface WrittenBackup {
  readonly size: number;
  readonly sha256: string;
  readonly rowCount: number;
}

export interface NewBackupFile {
  readonly file: string;
  readonly ownerPublicKey: string;
  readonly buildID: string;
  readonly now: Date;
  /** Name of the database in which the backup is restored and compared. */
  readonly scratchName: string;
}

/** End of the name of a file that is not complete. */
const incomingEnd = '.incoming';

/** Removes the incomplete files of a killed process. */
export async function removeIncoming(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  const incomplete = names.filter((name) => name.endsWith(incomingEnd));
  await Promise.all(incomplete.map((name) => rm(join(folder, name), { force: true })));
}

/**
 * Writes a backup, sealed for its owner, and restores it into another database at the same time.
 * @throws Error when what was restored differs; the file is then removed.
 */
export async function writeBackup(database: BackupDatabase, backup: NewBackupFile): Promise<WrittenBackup> {
  const { file, ownerPublicKey, buildID, now } = backup;
  const header: DumpHeader = { format: 1, buildID, createdAt: now.toISOString(), schemas: database.schemas };
  const incoming = `${file}${incomingEnd}`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    const written = await withScratch(database, backup.scratchName, (scratchURL) =>
      withClient(scratchURL, (scratch) =>
        withClient(database.url, async (client) => {
          const summary: Record<string, TableSummary> = {};
          const copy = new PassThrough();
          const restored = restoreDump(scratch, database.schemas, readLines(copy));
          const content = duplicate(dumpSchemas(client, header, summary), copy);
          const sealed = seal(transform(content, createGzip()), ownerPublicKey);
          const [facts] = await Promise.all([writeWhole(incoming, sealed), restored]);
          requireSame(summary, await summarise(scratch, database.schemas));
          return { ...facts, rowCount: Object.values(summary).reduce((sum, { rows }) => sum + rows, 0) };
        }),
      ),
    );
    await rename(incoming, file);
    return written;
  } catch (error) {
    await rm(incoming, { force: true });
    throw error;
  }
}

/**
 * Replaces the content of the database by a backup: all of it or nothing.
 * @throws ProductError when the file is not the one that was written.
 */
export async function restoreBackupFile(
  database: BackupDatabase,
  stored: StoredFile,
  ownerPrivateKey: string,
): Promise<void> {
  const handle = await openStoredFile(stored);
  try {
    await requireWritten(handle, stored);
    await withClient(database.url, async (client) => {
      const sealed = handle.createReadStream({ start: 0, autoClose: false });
      try {
        const unpacked = transform(unseal(sealed, ownerPrivateKey), createGunzip());
        await restoreDump(client, database.schemas, readLines(unpacked), database.rules);
      } finally {
        sealed.destroy();
      }
    });
  } finally {
    await handle.close();
  }
}

/** Passes content through a stream, which fails with it and ends it. */
function transform(content: AsyncIterable<Buffer>, stream: Transform): Transform {
  // The reader of the stream gets the error.
  return pipeline(Readable.from(content), stream, () => undefined);
}

/** True for an error of content that is not packed as a backup is. */
function isUnpacking(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^Z_/.test(String(error.code));
}

async function* readLines(stream: Readable): AsyncGenerator<string> {
  let failure: unknown;
  stream.on('error', (error) => {
    failure = error;
  });
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) yield line;
    if (failure !== undefined) throw failure;
  } catch (error) {
    throw isUnpacking(error) ? new RestoreError(damaged) : error;
  } finally {
    stream.destroy();
  }
}

/** Passes a stream on, and copies it to another one at the pace of the slower, until the other one is closed. */
async function* duplicate(content: AsyncIterable<Buffer>, copy: PassThrough): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of content) {
      if (!copy.write(chunk) && !copy.closed) await waitForDrain(copy);
      yield chunk;
    }
  } catch (error) {
    copy.destroy(error instanceof Error ? error : undefined);
    throw error;
  } finally {
    copy.end();
  }
}

/** Resolves when a stream accepts more, or is closed. */
function waitForDrain(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      stream.off('drain', settle);
      stream.off('close', settle);
      resolve();
    };
    stream.on('drain', settle);
    stream.on('close', settle);
  });
}

async function writeWhole(file: string, content: AsyncIterable<Buffer>) {
  const output = await open(file, 'w', 0o600);
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of content) {
      await output.write(chunk);
      hash.update(chunk);
      size += chunk.length;
    }
    await output.datasync();
  } finally {
    await output.close();
  }
  return { size, sha256: hash.digest('hex') };
}

/** @throws RestoreError naming the first table that differs. */
function requireSame(wanted: DumpSummary, found: DumpSummary): void {
  for (const [table, { rows, hash }] of Object.entries(wanted)) {
    if (table.endsWith('"_prisma_migrations"')) continue;
    const restored = found[table];
    if (restored?.hash !== hash || restored.rows !== rows)
      throw new RestoreError(`The backup is not kept: its table ${table} was not restored as it was`);
  }
}

async function withScratch<T>(database: BackupDatabase, name: string, work: (url: string) => Promise<T>): Promise<T> {
  const quoted = pg.escapeIdentifier(name);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  const remove = () =>
    withClient(database.url, (client) => client.query(`DROP DATABASE IF EXISTS ${quoted} WITH (FORCE)`));
  // One of an earlier process that was killed.
  await remove();
  await withClient(database.url, (client) => client.query(`CREATE DATABASE ${quoted}`));
  try {
    await database.migrate(url.href);
    return await work(url.href);
  } finally {
    await remove();
  }
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 30_000, application_name: 'backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query("SET TIME ZONE 'UTC'");
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
