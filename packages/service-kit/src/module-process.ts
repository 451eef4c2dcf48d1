import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { basename, dirname, join, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { findEntryBundle } from './source-bundle.ts';

export type ModuleProcess = ChildProcessByStdio<Writable, Readable, null>;

export interface ModuleProcessOptions {
  /** Flags of Node.js. */
  readonly flags?: readonly string[];
  /** Packages imported by the module; it may read their folder and its own only. */
  readonly packages: readonly string[];
  /** Arguments of the module. */
  readonly args?: readonly string[];
  /**
   * Maximum writable memory of the whole process, including buffers. The kernel refuses more, which ends the process.
   */
  readonly maxMemoryBytes?: number;
}

/**
 * Starts a process from a module in the caller's folder, with an empty environment. In a bundle it runs under the
 * permission model of Node.js: access to its own code only, no processes, no threads. In source (tests) the TypeScript
 * loader requires those.
 * @param callerUrl the caller's `import.meta.url`
 * @param relativePath path of the module's source from the caller's
 */
export function startModuleProcess(
  callerUrl: string,
  relativePath: string,
  { flags = [], packages, args = [], maxMemoryBytes }: ModuleProcessOptions,
): ModuleProcess {
  const { folder, entry, isSource } = entryOf(callerUrl, relativePath);
  const limits = isSource ? loaderFlags(entry) : permissionFlags(folder, packages);
  const command = [process.execPath, '--no-warnings', ...limits, ...flags, entry, ...args];
  const [file = '', ...rest] = maxMemoryBytes === undefined ? command : limitMemory(command, maxMemoryBytes);
  return spawn(file, rest, { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
}

/**
 * Returns the same command with a limit of writable memory and without core files. Node.js's own limit leaves out
 * buffers and WebAssembly. The shell is replaced by the process, so that signals reach it, and env drops the variables
 * that shells set themselves, such as PWD.
 */
function limitMemory(command: readonly string[], bytes: number): string[] {
  const script = `ulimit -c 0; ulimit -d ${Math.ceil(bytes / 1024)}; exec /usr/bin/env -i "$0" "$@"`;
  return ['/bin/sh', '-c', script, ...command];
}

function permissionFlags(folder: string, packages: readonly string[]): string[] {
  const known = process.allowedNodeEnvironmentFlags;
  const permission = known.has('--permission') ? '--permission' : '--experimental-permission';
  const packageFolders = packages.map((name) => modulesFolder(fileURLToPath(import.meta.resolve(name))));
  const readable = new Set([join(folder, sep), join(dirname(folder), 'package.json'), ...packageFolders]);
  return [permission, ...[...readable].map((path) => `--allow-fs-read=${path}`)];
}

/** Returns the node_modules folder that contains a file and its imports. */
function modulesFolder(file: string): string {
  const name = `${sep}node_modules${sep}`;
  return file.slice(0, file.lastIndexOf(name) + name.length);
}

/** Child process with a message channel to its parent; maps, bytes and undefined keep their types. */
export type HelperProcess = ChildProcess;

/**
 * Starts a process of this product from a module beside the caller, with a separate environment and a message channel
 * to its parent (`process.send`, and `message` here). It has the same rights as its parent.
 * @param callerUrl the caller's `import.meta.url`
 * @param relativePath path of the module's source from the caller's
 */
export function startHelperProcess(callerUrl: string, relativePath: string, flags: readonly string[]): HelperProcess {
  const { entry, isSource } = entryOf(callerUrl, relativePath);
  const loader = isSource ? loaderFlags(entry) : [];
  return spawn(process.execPath, ['--no-warnings', ...loader, ...flags, entry], {
    // Libraries skip their development checks.
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
}

function entryOf(callerUrl: string, relativePath: string) {
  const folder = dirname(fileURLToPath(callerUrl));
  const isSource = callerUrl.endsWith('.ts');
  const module = join(folder, relativePath);
  const entry = isSource ? (findEntryBundle(module) ?? module) : join(folder, `${basename(relativePath, '.ts')}.js`);
  return { folder, entry, isSource };
}

/** A module bundled for a program in source needs no TypeScript loader. */
function loaderFlags(entry: string): string[] {
  return entry.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
}
