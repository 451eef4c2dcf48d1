import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A cell's data folder of a test or benchmark. */
export interface TestDataFolder {
  readonly path: string;
  remove(): void;
}

/**
 * Waits for the end of process $1, and then of every process of the data folder $2: whatever runs in it or was given it as
 * CELLWRIGHT_DATA. What is left after $3 seconds is killed. Ends early when the folder is removed.
 */
const watchScript = `
members() {
  {
    grep -lszxF "CELLWRIGHT_DATA=$2" /proc/[0-9]*/environ
    find /proc/[0-9]*/cwd -maxdepth 0 -lname "$2/*" 2>/dev/null
  } | cut -d / -f 3
}
while kill -0 "$1" 2>/dev/null; do [ -d "$2" ] || exit 0; sleep 1; done
left=$3
while [ "$left" -gt 0 ] && [ -n "$(members "$@")" ]; do sleep 1; left=$((left - 1)); done
while pids=$(members "$@") && [ -n "$pids" ]; do kill -9 $pids 2>/dev/null; sleep 0.2; done
rm -rf "$2"
`;

/**
 * Makes a data folder for a cell. When this process ends without removing it, also by SIGKILL, the folder and every process
 * of its cell are removed within seconds; `graceS` is the time that the cell has to stop by itself.
 */
export function makeTestDataFolder(prefix = 'cellwright-e2e-', graceS = 8): TestDataFolder {
  const path = mkdtempSync(join(tmpdir(), prefix));
  spawn('sh', ['-c', watchScript, 'sh', String(process.pid), path, String(graceS)], {
    cwd: '/',
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env.PATH },
  }).unref();
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
