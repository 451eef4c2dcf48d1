import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { StartError } from '../start-error.ts';
import { writeAtomically } from './write-atomically.ts';

/** Incremented when an older build can no longer use the folder. */
export const dataFormatVersion = 1;

const formatSchema = z.object({ formatVersion: z.number().int().min(1) });
/** Start time of a process in the kernel's form: two processes may have the same id one after the other. */
const startTimeSchema = z.string();
const processSchema = z.object({
  name: z.string(),
  pid: z.number().int(),
  startTime: startTimeSchema,
  port: z.number().int().optional(),
  adminPort: z.number().int().optional(),
  httpsPort: z.number().int().optional(),
});
const runningSchema = z.object({
  /** Empty until the cell is ready. */
  url: z.string(),
  /** Address over HTTPS; empty where an older build runs. */
  httpsUrl: z.string().default(''),
  pid: z.number().int(),
  startTime: startTimeSchema,
  /** Additional processes of the cell. */
  processes: z.array(processSchema).default([]),
});
export type Running = z.infer<typeof runningSchema>;

/** Paths of all data that must outlive a cell. */
export interface DataFolder {
  readonly path: string;
  readonly databasePath: string;
  readonly natsPath: string;
  /** Trusted metadata of builds, downloads and backups. */
  readonly softwarePath: string;
  /** Certificate of the OPC UA server. */
  readonly externalControlPath: string;
  /** Packages of kinds, a folder for each. */
  readonly kindsPath: string;
  readonly adminKeyFile: string;
  readonly auditKeyFile: string;
  /** File with the URL and the processes of the running cell. */
  readonly announcementFile: string;
  readonly logPath: string;
}

/** Creates or checks the data folder. @throws StartError with the reason when it is unusable. */
export function openDataFolder(location: string): DataFolder {
  const path = resolve(location);
  try {
    makeFolder(path);
    checkFormat(path);
    const folder = {
      path,
      databasePath: join(path, 'postgres'),
      natsPath: join(path, 'nats'),
      softwarePath: join(path, 'software'),
      externalControlPath: join(path, 'external-control'),
      kindsPath: join(path, 'kinds'),
      adminKeyFile: join(path, 'admin-key'),
      auditKeyFile: join(path, 'audit-key'),
      announcementFile: runningFile(path),
      logPath: join(path, 'logs'),
    };
    makeFolder(folder.logPath);
    hideFromOthers(folder);
    return folder;
  } catch (error) {
    if (error instanceof StartError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The data folder ${path} cannot be used (${why}). Give this user the right to read and write it, or choose another: CELLWRIGHT_DATA=/some/folder npm start`,
    );
  }
}

/** Node's own `recursive` never returns where the kernel allows no folder, as under /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

/** Maximum permissions of folders and of logs: none for other users of the machine. Keys have fewer. */
const folderMode = 0o750;
export const logMode = 0o640;

/** Removes excessive permissions, also those left by an earlier version; adds none. */
function hideFromOthers({ path, logPath }: DataFolder): void {
  for (const folder of [path, logPath]) restrict(folder, folderMode);
  for (const entry of readdirSync(logPath, { withFileTypes: true }))
    if (entry.isFile()) restrict(join(logPath, entry.name), logMode);
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isFile()) restrict(join(path, entry.name), logMode);
}

function restrict(path: string, largest: number): void {
  const mode = statSync(path).mode & 0o777;
  if ((mode & ~largest) !== 0) chmodSync(path, mode & largest);
}

function checkFormat(path: string): void {
  const file = join(path, 'format.json');
  if (!existsSync(file)) {
    writeAtomically(file, JSON.stringify({ formatVersion: dataFormatVersion }));
    return;
  }
  const format = formatSchema.safeParse(parseJson(readFileSync(file, 'utf8')));
  if (!format.success) {
    throw new StartError(
      `The data folder ${path} is not Cellwright's, or its format.json is damaged. Restore it, or choose another folder with CELLWRIGHT_DATA`,
    );
  }
  if (format.data.formatVersion > dataFormatVersion) {
    throw new StartError(
      `The data folder ${path} was written by a newer version of Cellwright (format ${format.data.formatVersion}, this version supports ${dataFormatVersion}). Start that version, or choose another folder with CELLWRIGHT_DATA`,
    );
  }
}

/** Returns the key of this machine's command line: random, created once, readable by this user only. */
export function readOrMakeAdminKey({ adminKeyFile }: DataFolder): string {
  return readOrMakeKey(adminKeyFile, 'cwadmin_');
}

/** Returns the key for hashes of the audit log, created in the same way. The database does not contain it. */
export function readOrMakeAuditKey({ auditKeyFile }: DataFolder): string {
  return readOrMakeKey(auditKeyFile, 'cwaudit_');
}

function readOrMakeKey(file: string, prefix: string): string {
  if (!existsSync(file)) writeAtomically(file, `${prefix}${randomBytes(32).toString('base64url')}\n`);
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}

const runningFile = (path: string) => join(path, 'running.json');

/** Announces the addresses and processes of the cell for the command line. */
export function announceRunning({ path }: DataFolder, running: Running): void {
  writeAtomically(runningFile(path), JSON.stringify(running));
}

/** Removes the announcement. If two cells start at once, the one that fails does not remove the other's. */
export function withdrawRunning({ path }: DataFolder, pid: number): void {
  if (readAnnouncement(path)?.pid !== pid) return;
  rmSync(runningFile(path), { force: true });
}

/** Returns the last announcement of a cell: a killed one could not remove it. */
export function readAnnouncement(path: string): Running | undefined {
  const file = runningFile(path);
  if (!existsSync(file)) return undefined;
  const running = runningSchema.safeParse(parseJson(readFileSync(file, 'utf8')));
  return running.success ? running.data : undefined;
}

/**
 * Returns the addresses and processes of the cell of a data folder; undefined without an announcement.
 * @throws StartError if this user cannot read it.
 */
export function findRunning(location: string): (Running & { adminKey: string }) | undefined {
  const path = resolve(location);
  try {
    const running = readAnnouncement(path);
    const keyFile = join(path, 'admin-key');
    if (!running || running.url === '' || !existsSync(keyFile)) return undefined;
    return { ...running, adminKey: readFileSync(keyFile, 'utf8').trim() };
  } catch {
    throw new StartError(
      `This user cannot read the data folder ${path}. Run the command as the user who started the cell`,
    );
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
