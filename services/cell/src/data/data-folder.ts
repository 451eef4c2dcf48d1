import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { StartError } from '../start-error.ts';
import { writeAtomically } from './write-atomically.ts';

/** Grows when an older build could no longer use the folder. */
export const dataFormatVersion = 1;

const formatSchema = z.object({ formatVersion: z.number().int().min(1) });
/** When a process started, as the kernel tells it: two processes may have the same id one after the other. */
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
  /** Empty until the cell serves. */
  url: z.string(),
  /** The same over HTTPS; empty where an older build runs. */
  httpsUrl: z.string().default(''),
  pid: z.number().int(),
  startTime: startTimeSchema,
  /** The processes beside the cell's own. */
  processes: z.array(processSchema).default([]),
});
export type Running = z.infer<typeof runningSchema>;

/** Where a cell keeps everything that must outlive it. */
export interface DataFolder {
  readonly path: string;
  readonly databasePath: string;
  readonly natsPath: string;
  readonly adminKeyFile: string;
  readonly auditKeyFile: string;
  /** Where the running cell announces its URL and its processes. */
  readonly announcementFile: string;
  readonly logPath: string;
}

/** Makes or checks the data folder. @throws StartError when it cannot be used, saying why. */
export function openDataFolder(location: string): DataFolder {
  const path = resolve(location);
  try {
    makeFolder(path);
    checkFormat(path);
    const folder = {
      path,
      databasePath: join(path, 'postgres'),
      natsPath: join(path, 'nats'),
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

/** Node's own `recursive` never returns where the kernel lets nobody make a folder, as under /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

/** Largest permissions of folders and of logs: none for other users of the machine. Keys have fewer. */
const folderMode = 0o750;
export const logMode = 0o640;

/** Takes permissions away that are too large, also from what an earlier version left; it adds none. */
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
      `The data folder ${path} was written by a newer version of Cellwright (format ${format.data.formatVersion}, this one knows ${dataFormatVersion}). Start that version, or choose another folder with CELLWRIGHT_DATA`,
    );
  }
}

/** The key of this machine's command line: random, made once, readable by this user only. */
export function readOrMakeAdminKey({ adminKeyFile }: DataFolder): string {
  return readOrMakeKey(adminKeyFile, 'cwadmin_');
}

/** The key that the audit log is hashed with, made in the same way. The database does not hold it. */
export function readOrMakeAuditKey({ auditKeyFile }: DataFolder): string {
  return readOrMakeKey(auditKeyFile, 'cwaudit_');
}

function readOrMakeKey(file: string, prefix: string): string {
  if (!existsSync(file)) writeAtomically(file, `${prefix}${randomBytes(32).toString('base64url')}\n`);
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}

const runningFile = (path: string) => join(path, 'running.json');

/** Tells the command line where the cell listens and which processes it has. */
export function announceRunning({ path }: DataFolder, running: Running): void {
  writeAtomically(runningFile(path), JSON.stringify(running));
}

/** Of two cells that start at once, the one that must give up leaves the other's words alone. */
export function withdrawRunning({ path }: DataFolder, pid: number): void {
  if (readAnnouncement(path)?.pid !== pid) return;
  rmSync(runningFile(path), { force: true });
}

/** What a cell last said of itself: one that was killed could not withdraw it. */
export function readAnnouncement(path: string): Running | undefined {
  const file = runningFile(path);
  if (!existsSync(file)) return undefined;
  const running = runningSchema.safeParse(parseJson(readFileSync(file, 'utf8')));
  return running.success ? running.data : undefined;
}

/**
 * The cell of a data folder: where it listens and what runs; undefined when none says so.
 * @throws StartError when this user may not read it.
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
      `This user may not read the data folder ${path}. Run the command as the user who started the cell`,
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
