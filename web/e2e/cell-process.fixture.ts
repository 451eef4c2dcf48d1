import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countStart } from '@cellwright/testkit/count-start';
import { prepareCluster } from '../../services/cell/e2e/prepared-cluster.ts';
import { withPatience } from './patience.fixture.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const cellDist = join(root, 'services/cell/dist');

const quietStartMS = 90_000;
const shownLogLines = 20;

/**
 * Outlives the process that started the cell: once its input closes, it shuts the cell down, kills it after 15 s, and
 * removes the data folder.
 */
const guard = `cat >/dev/null
kill -INT "$1" 2>/dev/null
tries=0
while kill -0 "$1" 2>/dev/null && [ $tries -lt 150 ]; do sleep 0.1; tries=$((tries + 1)); done
kill -KILL -- "-$1" 2>/dev/null
rm -rf "$2"`;

/** Built product running on its own data folder. */
export interface CellProcess {
  readonly url: string;
  readonly dataPath: string;
  /** Address where the first user is created, as the cell prints it. */
  readonly setUpLink: string;
  /** Resolves when no process and no file of it is left. */
  stop(): Promise<void>;
}

/** Returns the environment of a command that works on a cell. */
export function commandEnv(dataPath: string): NodeJS.ProcessEnv {
  return { ...process.env, CELLWRIGHT_DATA: dataPath, VITEST: undefined, NODE_ENV: undefined };
}

/** Starts a compact cell, with these settings. @throws Error with its output and the ends of its logs if it does not start. */
export async function startCellProcess(env: Readonly<Record<string, string>> = {}): Promise<CellProcess> {
  const dataPath = mkdtempSync(join(tmpdir(), 'cellwright-web-'));
  await prepareCluster(dataPath);
  countStart('cell');
  const cell = spawn(process.execPath, [join(cellDist, 'main.js')], {
    env: { ...commandEnv(dataPath), PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const guarding = spawn('sh', ['-c', guard, 'guard', String(cell.pid), dataPath], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const stop = async () => {
    if (guarding.exitCode !== null) return;
    const ended = once(guarding, 'exit');
    guarding.stdin.end();
    await ended;
  };
  try {
    return { ...(await waitForStart(cell)), dataPath, stop };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const logs = readLogs(dataPath);
    await stop();
    throw new Error(`${reason}\n${logs}`);
  }
}

/** Returns the bearer token of this machine, with every permission. */
export function readAdminKey(dataPath: string): string {
  return readFileSync(join(dataPath, 'admin-key'), 'utf8').trim();
}

async function waitForStart(cell: ChildProcess): Promise<Pick<CellProcess, 'url' | 'setUpLink'>> {
  let text = '';
  return new Promise((resolve, reject) => {
    const bound = withPatience(quietStartMS);
    const timer = setTimeout(() => reject(new Error(`The cell did not start within ${bound} ms:\n${text}`)), bound);
    const read = (chunk: Buffer) => {
      text += chunk;
      const url = /runs at (http:\S+)/.exec(text)?.[1];
      const setUpLink = /at (http:\S+\/setup#\S+)/.exec(text)?.[1];
      if (url === undefined || setUpLink === undefined) return;
      clearTimeout(timer);
      resolve({ url, setUpLink });
    };
    cell.stdout?.on('data', read);
    cell.stderr?.on('data', read);
    cell.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The cell exited with code ${code} at its start:\n${text}`));
    });
  });
}

/** Returns the last lines of each log of a cell. */
function readLogs(dataPath: string): string {
  const folder = join(dataPath, 'logs');
  if (!existsSync(folder)) return 'It has no logs.';
  return readdirSync(folder)
    .map((name) => {
      const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
      return `--- ${name}\n${lines.slice(-shownLogLines).join('\n')}`;
    })
    .join('\n');
}
