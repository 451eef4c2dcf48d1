import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Data folder of a cell in a test or benchmark. */
export interface TestDataFolder {
  readonly path: string;
  remove(): void;
}

export interface TestDataFolderOptions {
  /** Prefix of the folder's name. Default `cellwright-e2e-`. */
  readonly prefix?: string;
  /** Time for the cell to stop in order after the process that started it has ended, s. Default 8. */
  readonly graceS?: number;
}

/**
 * Script of the reaper. Reads from its input what the owner process owns, until that process has ended in any way. Then
 * kills the owned processes, waits the grace time for those of the data folders (processes that run in one, or have one
 * as CELLWRIGHT_DATA), kills the remaining ones, and removes the folders.
 */
const reaperScript = `
IFS='
'
pids= folders= left=0
while IFS=' ' read -r what value; do
  case $what in
    process) pids="$pids$IFS$value" ;;
    ended) pids=$(printf '%s\\n' $pids | grep -vxF "$value") ;;
    folder) folders="$folders$IFS$value" ;;
    grace) [ "$value" -gt "$left" ] && left=$value ;;
  esac
done
members() {
  for folder in $folders; do
    grep -lszxF "CELLWRIGHT_DATA=$folder" /proc/[0-9]*/environ
    find /proc/[0-9]*/cwd -maxdepth 0 -lname "$folder/*" 2>/dev/null
  done | cut -d / -f 3
}
[ -n "$pids" ] && kill -9 $pids 2>/dev/null
while [ "$left" -gt 0 ] && [ -n "$(members)" ]; do sleep 1; left=$((left - 1)); done
while alive=$(members) && [ -n "$alive" ]; do kill -9 $alive 2>/dev/null; sleep 0.2; done
[ -n "$folders" ] && rm -rf $folders
`;

/**
 * Ends a child when this process ends, also by SIGKILL, and also if the child is frozen. For a cell use a data folder
 * of `makeTestDataFolder`: its processes have children of their own.
 */
export function endWithThisProcess<Child extends ChildProcess>(child: Child): Child {
  const { pid } = child;
  if (pid === undefined) return child;
  own('process', pid);
  child.once('exit', () => own('ended', pid));
  return child;
}

/**
 * Creates a data folder for a cell. When this process ends, also by SIGKILL, the folder and every process of its cell
 * are removed within seconds.
 */
export function makeTestDataFolder(options: TestDataFolderOptions = {}): TestDataFolder {
  const { prefix = 'cellwright-e2e-', graceS = 8 } = options;
  const path = mkdtempSync(join(tmpdir(), prefix));
  own('folder', path);
  own('grace', graceS);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

let reaper: ChildProcess | undefined;

function own(what: 'process' | 'ended' | 'folder' | 'grace', value: string | number): void {
  reaper ??= startReaper();
  reaper.stdin?.write(`${what} ${value}\n`);
}

/** Starts the only reaper of this process. It does not keep this process alive. */
function startReaper(): ChildProcess {
  const child = spawn('sh', ['-c', reaperScript], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env.PATH },
  });
  child.stdin.on('error', () => undefined);
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
  child.unref();
  return child;
}
