import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { type DumpHeader, type DumpSummary, dumpSchemas, type TableSummary } from './dump.ts';
import { RestoreError, restoreDump, summarise } from './restore.ts';
import { seal, unseal } from './sealed-stream.ts';

/** Database of a backup, as the owner of all tables. */
export interface BackupDatabase {
  readonly url: string;
  readonly schemas: readonly string[];
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

/**
 * Writes a backup, sealed for its owner, and restores it into another database at the same time.
 * @throws Error when what was restored differs; the file is then removed.
 */
export async function writeBackup(database: BackupDatabase, backup: NewBackupFile): Promise<WrittenBackup> {
  const { file, ownerPublicKey, buildID, now } = backup;
  const header: DumpHeader = { format: 1, buildID, createdAt: now.toISOString(), schemas: database.schemas };
  const incoming = `${file}.incoming`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    const written = await withScratch(database, backup.scratchName, (scratchURL) =>
      withClient(scratchURL, (scratch) =>
        withClient(database.url, async (client) => {
          const summary: Record<string, TableSummary> = {};
          const copy = new PassThrough();
          const restored = restoreDump(scratch, readLines(copy));
          const content = duplicate(dumpSchemas(client, header, summary), copy);
          const sealed = seal(Readable.from(content).pipe(createGzip()), ownerPublicKey);
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

/** Replaces the content of the database by a backup: all of it or nothing. */
export async function restoreBackupFile(
  database: BackupDatabase,
  file: string,
  ownerPrivateKey: string,
): Promise<void> {
  const sealed = createReadStream(file);
  const plain = Readable.from(unseal(sealed, ownerPrivateKey));
  const unpacked = createGunzip();
  plain.on('error', (error) => unpacked.destroy(error));
  await withClient(database.url, (client) => restoreDump(client, readLines(plain.pipe(unpacked))));
}

async function* readLines(stream: Readable): AsyncGenerator<string> {
  let failure: unknown;
  stream.on('error', (error) => {
    failure = error;
  });
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) yield line;
  if (failure !== undefined) throw failure;
}

/** Passes a stream on, and copies it to another one at the pace of the slower. */
async function* duplicate(content: AsyncIterable<Buffer>, copy: PassThrough): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of content) {
      if (!copy.write(chunk)) await new Promise((resolve) => copy.once('drain', resolve));
      yield chunk;
    }
  } finally {
    copy.end();
  }
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
